package import TileGeometry

/// What one who draws pages is asked: a part of a page, or to read the page and draw nothing yet.
package struct PageOrder: Equatable, Sendable {
  /// From 1.
  package let page: Int
  /// Of the whole page, in pixels.
  package let size: PixelSize
  /// What is drawn of it, in pixels of the whole; empty where the page is only to be read.
  package let part: PixelRect

  /// A side of a part, in pixels.
  package static let longestPart: Int64 = 1024
  static let wordCount = 7

  /// Nil for what is not drawn: too large, or beyond the page.
  ///
  /// - Parameters:
  ///   - page: from 1.
  ///   - size: of the whole page, in pixels.
  ///   - part: what is drawn of it; empty where the page is only to be read.
  package init?(page: Int, size: PixelSize, part: PixelRect) {
    let sides = 1...DrawnDetail.longestSide
    let partSides = 0...Self.longestPart
    guard (1...CutLimits.documentPages).contains(page),
      sides.contains(size.width), sides.contains(size.height),
      partSides.contains(part.width), partSides.contains(part.height),
      (0...size.width - part.width).contains(part.x),
      (0...size.height - part.height).contains(part.y)
    else { return nil }
    self.page = page
    self.size = size
    self.part = part
  }

  /// A page that is to be read.
  ///
  /// - Parameter page: from 1.
  package init?(reading page: Int) {
    self.init(
      page: page, size: PixelSize(width: 1, height: 1),
      part: PixelRect(x: 0, y: 0, width: 0, height: 0))
  }

  package var isForReading: Bool { part.isEmpty }

  /// Bytes of what is drawn.
  var byteCount: Int { 4 * Int(part.area) }

  var words: [UInt32] {
    [
      UInt32(page), UInt32(size.width), UInt32(size.height), UInt32(part.x), UInt32(part.y),
      UInt32(part.width), UInt32(part.height),
    ]
  }

  /// Nil for what is no order.
  ///
  /// - Parameter words: what ``words`` are.
  init?(words: [UInt32]) {
    guard words.count == Self.wordCount else { return nil }
    // Each fits into half of what it becomes: sums of two can't overflow.
    let numbers = words.map(Int64.init)
    let size = PixelSize(width: numbers[1], height: numbers[2])
    guard size.width >= numbers[5], size.height >= numbers[6] else { return nil }
    self.init(
      page: Int(numbers[0]), size: size,
      part: PixelRect(x: numbers[3], y: numbers[4], width: numbers[5], height: numbers[6]))
  }
}
