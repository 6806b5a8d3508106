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

  package init(_ pages: [Page]) {
    self.pages = pages
    let isPhysical = pages.allSatisfy { page in
      page.density.map { Self.plausibleDensities.contains($0) } ?? false
    }
    height = isPhysical ? nil : pages.lazy.map { $0.pixels.height }.max() ?? 1
  }

  package var count: Int32 { Int32(pages.count) }

  /// Book points for each of a page's pixels.
  package func scale(of page: Int32) -> Double {
    let page = pages[Int(page)]
    if let height { return height / page.pixels.height }
    return Self.pointsPerInch / (page.density ?? Self.pointsPerInch)
  }

  /// A page's size in book points.
  package subscript(page: Int32) -> Size {
    let scale = scale(of: page)
    let pixels = pages[Int(page)].pixels
    return Size(width: pixels.width * scale, height: pixels.height * scale)
  }
}
