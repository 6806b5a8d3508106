/// The size of an image at full resolution, orientation applied: 1 to 2^31 pixels a side.
///
/// The bound keeps every product of this module inside 64 bits, magnified levels included, and
/// every coordinate exact as a double.
package struct ImageSize: Equatable, Hashable, Sendable {
  package static let maximumSide: Int64 = 1 << 31

  package let width: Int64
  package let height: Int64

  package static let onePixel = ImageSize(pixels: 1)

  private init(pixels side: Int64) {
    width = side
    height = side
  }

  /// - Returns: nil when a side is below 1 or above ``maximumSide``.
  package init?(width: Int64, height: Int64) {
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else {
      return nil
    }
    self.width = width
    self.height = height
  }

  /// The size of a level: rounded up, so that no image pixel is lost at the edges.
  package func reduced(by reduction: Reduction) -> PixelSize {
    PixelSize(width: reduction.reduce(width), height: reduction.reduce(height))
  }
}
