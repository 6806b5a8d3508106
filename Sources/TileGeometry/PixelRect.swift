/// A rectangle of whole pixels; which level's pixels is said where one is asked for.
package struct PixelRect: Equatable, Hashable, Sendable {
  package var x: Int64
  package var y: Int64
  package var width: Int64
  package var height: Int64

  package init(x: Int64, y: Int64, width: Int64, height: Int64) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var maxX: Int64 { x + width }
  package var maxY: Int64 { y + height }
  package var area: Int64 { width * height }
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  package func contains(_ other: PixelRect) -> Bool {
    x <= other.x && y <= other.y && other.maxX <= maxX && other.maxY <= maxY
  }

  /// The smallest that contains both.
  package func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// What lies in both; empty where nothing does.
  package func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }
}
