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
}
