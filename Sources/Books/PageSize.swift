package import TileGeometry

/// How large a page is, as far as that is known.
package struct PageSize: Equatable, Sendable {
  /// Upright; nil where nobody knows without making its picture.
  package let pixels: PixelSize?
  /// Pixels per inch of the page; nil where it doesn't tell.
  package let density: Double?

  package static let unknown = PageSize(nil)

  package init(_ pixels: PixelSize?, density: Double? = nil) {
    self.pixels = pixels
    self.density = density
  }
}
