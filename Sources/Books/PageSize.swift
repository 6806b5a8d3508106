package import TileGeometry

/// How large a page is, as far as that is known.
package struct PageSize: Equatable, Sendable {
  /// Upright; nil where nobody knows without making its picture.
  package let pixels: PixelSize?
  /// Pixels per inch of the page; nil where it doesn't tell.
  package let density: Double?
  /// Levels that are finer than these pixels.
  package let detail: Int

  package static let unknown = PageSize(nil)

  package init(_ pixels: PixelSize?, density: Double? = nil, detail: Int = 0) {
    self.pixels = pixels
    self.density = density
    self.detail = detail
  }

  /// Of the finest level: what protocols call the image's size that know no finer ones.
  package var finest: PixelSize? {
    pixels.map { PixelSize(width: $0.width << Int64(detail), height: $0.height << Int64(detail)) }
  }

  /// The same page where fewer levels are told of.
  ///
  /// - Parameter most: how many at most.
  /// - Returns: all else as it is.
  package func limited(toDetail most: Int) -> PageSize {
    PageSize(pixels, density: density, detail: min(detail, most))
  }
}
