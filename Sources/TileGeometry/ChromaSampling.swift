/// How the chroma of a picture is sampled: the pixels that one sample covers, across and down.
package struct ChromaSampling: Equatable, Hashable, Sendable {
  package let across: Int
  package let down: Int

  /// Color at full resolution.
  package static let full = ChromaSampling(1, 1)
  /// Color halved across.
  package static let halved = ChromaSampling(2, 1)
  /// Color halved down, as of a turned picture.
  package static let stacked = ChromaSampling(1, 2)
  /// Color halved across and down.
  package static let quartered = ChromaSampling(2, 2)

  private init(_ across: Int, _ down: Int) {
    self.across = across
    self.down = down
  }

  /// That of the same picture with its axes swapped.
  package var swapped: ChromaSampling { ChromaSampling(down, across) }

  /// Nil outside 1 to 4, as far as JPEG's sampling factors go.
  ///
  /// - Parameters:
  ///   - across: pixels of a row that share a sample.
  ///   - down: rows that do.
  package init?(across: Int, down: Int) {
    guard (1...4).contains(across), (1...4).contains(down) else { return nil }
    self.init(across, down)
  }

  /// The usual name, such as `4:2:0`.
  package var name: String {
    switch (across, down) {
    case (1, 1): "4:4:4"
    case (2, 1): "4:2:2"
    case (2, 2): "4:2:0"
    case (1, 2): "4:4:0"
    case (4, 1): "4:1:1"
    default: "\(across)x\(down)"
    }
  }
}
