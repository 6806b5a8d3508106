/// How large a book's pages are beside each other, in book points: inches by 72 where all pages tell
/// how large they are, else such that all are equally high.
package struct PageExtents: Equatable, Sendable {
  /// A page by its pixels.
  package struct Page: Equatable, Sendable {
    package let pixels: Size
    /// Pixels per inch; nil where the page doesn't tell.
    package let density: Double?

    package init(pixels: Size, density: Double?) {
      self.pixels = pixels
      self.density = density
    }
  }

  /// Densities that scanners and cameras really mean: files say 1 and 10^6 too.
  package static let plausibleDensities: ClosedRange<Double> = 30...2400
  private static let pointsPerInch = 72.0

  private let pages: [Page]
  /// Of all pages; nil where they are as large as they say.
  private let height: Double?
  /// What sizes count in, in book points.
  private var unit = 1.0

  package init(_ pages: [Page]) {
    self.pages = pages
    let isPhysical = pages.allSatisfy { page in
      page.density.map { Self.plausibleDensities.contains($0) } ?? false
    }
    height = isPhysical ? nil : pages.lazy.map { $0.pixels.height }.max() ?? 1
  }

  package var count: Int32 { Int32(pages.count) }

  /// The same in a page's pixels instead of book points.
  package func measured(inPixelsOf page: Int32) -> PageExtents {
    var measured = self
    measured.unit = points(of: page)
    return measured
  }

  /// Book points for each of a page's pixels; of extents that are measured in another unit, those.
  package func scale(of page: Int32) -> Double { points(of: page) / unit }

  private func points(of page: Int32) -> Double {
    let page = pages[Int(page)]
    if let height { return height / page.pixels.height }
    return Self.pointsPerInch / (page.density ?? Self.pointsPerInch)
  }

  /// A page's size in its image's pixels.
  package func pixels(of page: Int32) -> Size { pages[Int(page)].pixels }

  /// Whether a page is as wide as a spread: it is no half of one.
  package func isWide(_ page: Int32) -> Bool {
    pixels(of: page).width > pixels(of: page).height
  }

  /// A page's size in book points.
  package subscript(page: Int32) -> Size {
    let scale = scale(of: page)
    let pixels = pages[Int(page)].pixels
    return Size(width: pixels.width * scale, height: pixels.height * scale)
  }
}
