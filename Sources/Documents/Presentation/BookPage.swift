import Books
import ImageRequest
import TileGeometry

/// A page as a manifest has it: one whose size is known.
struct BookPage {
  /// In the order of reading, from 0.
  let place: Int
  let label: String
  /// Of its finest level, as the Image API has it.
  let size: PixelSize
  let isUnpaired: Bool
  let image: ImageLinks
  let hasWholeImage: Bool

  /// The size of its small picture, as the Image API makes it: whole inside a square, never larger
  /// than the page.
  var thumbnailSize: PixelSize {
    let side = Double(ImageLinks.thumbnailSide)
    let scale = min(1, side / Double(size.width), side / Double(size.height))
    return PixelSize(
      width: max(1, Int64((Double(size.width) * scale).rounded())),
      height: max(1, Int64((Double(size.height) * scale).rounded())))
  }
}

extension Book {
  /// A page as a manifest has it.
  ///
  /// - Parameters:
  ///   - place: in the order of reading, from 0.
  ///   - base: scheme, host and prefix, without a slash at the end.
  ///   - limits: of whole pictures.
  /// - Returns: nil for one whose size nobody knows.
  func page(at place: Int, base: String, limits: RequestLimits) -> BookPage? {
    guard (0..<pageCount).contains(place), let size = sizes[place].finest else { return nil }
    return BookPage(
      place: place, label: label(at: place), size: size, isUnpaired: unpaired.contains(place),
      image: ImageLinks(name: ImageName(path: images.path(at: place)), base: base),
      hasWholeImage: limits.allow(width: size.width, height: size.height))
  }
}
