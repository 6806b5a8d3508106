/// A width and height in whole pixels of one level.
package struct PixelSize: Equatable, Hashable, Sendable {
  package var width: Int64
  package var height: Int64

  package init(width: Int64, height: Int64) {
    self.width = width
    self.height = height
  }

  package var area: Int64 { width * height }
}
