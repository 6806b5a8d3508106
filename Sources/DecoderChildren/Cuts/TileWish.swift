import FoundationEssentials
package import TileGeometry

/// A tile that somebody waits for while its image is cut; what a child is told of it.
package struct TileWish: Codable, Hashable, Sendable {
  /// How often its level is halved from the finest.
  package let level: Int32
  package let column: Int32
  package let row: Int32

  /// Nil for a tile that no cut gives before its turn.
  ///
  /// - Parameter address: of the upright picture's tile.
  package init?(_ address: TileAddress) {
    guard address.reduction >= .full, address.reduction < CutPreview.finest else { return nil }
    level = address.reduction.exponent
    column = address.column
    row = address.row
  }
}

/// What became of a wish.
package struct WishedTile: Codable, Equatable, Sendable {
  package let wish: TileWish
  /// The JPEG file in base64, as it goes over the line; nil where there is no such tile, or it has to
  /// wait for its turn.
  private let base64: String?

  /// Bytes that a tile has at most: as text they must fit into a message.
  package static let longest = 96_000

  /// - Parameters:
  ///   - wish: what was asked for.
  ///   - jpeg: the tile; nil where there is none.
  package init(_ wish: TileWish, _ jpeg: [UInt8]?) {
    self.wish = wish
    base64 = jpeg.flatMap { $0.count <= Self.longest ? Data($0).base64EncodedString() : nil }
  }

  /// The tile, where it is there.
  package var jpeg: [UInt8]? { base64.flatMap { Data(base64Encoded: $0) }.map(Array.init) }

  /// Whether it is one: it is sent to who asked.
  var isPlausible: Bool {
    guard let base64 else { return true }
    return base64.utf8.count <= (Self.longest + 2) / 3 * 4
      && Data(base64Encoded: base64)?.starts(with: [0xFF, 0xD8, 0xFF]) == true
  }
}
