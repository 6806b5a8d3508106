/// The side of a square tile in level pixels.
package struct TileSize: Equatable, Hashable, Sendable {
  package static let bounds: ClosedRange<Int32> = 16...4096
  package static let standard = TileSize(unchecked: 256)
  package static let large = TileSize(unchecked: 512)

  package let side: Int32

  /// - Returns: nil outside ``bounds``.
  package init?(_ side: Int32) {
    guard Self.bounds.contains(side) else { return nil }
    self.side = side
  }

  private init(unchecked side: Int32) { self.side = side }
}
