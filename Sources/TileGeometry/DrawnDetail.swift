/// How much finer than its own pixels an image can be drawn that is made of lines and letters.
package enum DrawnDetail {
  /// Of a side, in pixels: beyond it lines are drawn where they are not, or not at all.
  package static let longestSide: Int64 = 49_152
  package static let bounds: ClosedRange<Int> = 0...5
  /// 1,200 dots per inch where the image has 150.
  package static let standard = 3

  /// How many levels are finer than the image.
  ///
  /// - Parameters:
  ///   - size: of the image, in pixels.
  ///   - most: as many as there are to be.
  /// - Returns: as many of them as can be drawn.
  package static func levels(of size: PixelSize, most: Int) -> Int {
    let longest = max(size.width, size.height)
    return (0...max(0, most)).last { longest << Int64($0) <= longestSide } ?? 0
  }
}
