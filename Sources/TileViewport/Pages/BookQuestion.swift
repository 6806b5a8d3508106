#if canImport(TileGeometry)
  import TileGeometry
#endif

/// A question about a view of a book: of one of its pages, laid out with others.
///
/// Content points are pixels of the page that is asked for: alone in view, the answer is that of its
/// image. Rectangles and centers count from its corner, offsets from that of all that is laid out.
package struct BookQuestion: Equatable, Sendable {
  /// A page in view.
  package struct PlacedPage: Equatable, Sendable {
    /// Its place in the order of reading, from 0.
    package let page: Int32
    /// In content points.
    package let frame: Rect
    package let view: TileView
  }

  package struct Answer: Equatable, Sendable {
    package let viewport: Viewport
    package let visibleRect: Rect
    /// Those in view, in the order of reading.
    package let pages: [PlacedPage]
  }

  /// The page that is asked for, from 0.
  package let page: Int32
  package let strip: BookStrip
  /// Whether all pages lie on one surface; else those of a spread do.
  package let isScrolling: Bool
  private let extents: PageExtents
  private let view: ViewQuestion

  /// A question about a page.
  ///
  /// - Parameters:
  ///   - view: what is asked; its content is set here.
  ///   - page: from 0; one of the book's.
  ///   - extents: how large the pages are.
  ///   - spreads: which of them are seen together.
  ///   - direction: where the next spread lies.
  ///   - isScrolling: whether all pages lie on one surface.
  package init(
    _ view: ViewQuestion, page: Int32, of extents: PageExtents, in spreads: Spreads,
    direction: ReadingDirection, isScrolling: Bool
  ) {
    self.view = view
    self.page = page
    self.extents = extents.measured(inPixelsOf: page)
    strip = BookStrip(self.extents, spreads, direction: direction)
    self.isScrolling = isScrolling
  }

  private func frame(ofPage page: Int32) -> Rect {
    isScrolling
      ? strip.frame(ofPage: page)
      : strip.frame(ofPage: page, inSpread: strip.spreads.spread(of: page))
  }

  package func answer() throws(ViewQuestion.Problem) -> Answer {
    let frame = frame(ofPage: page)
    var question = view
    let all =
      isScrolling ? strip.contentSize : strip.size(ofSpread: strip.spreads.spread(of: page))
    // Sums of parts of pixels are whole pixels but for rounding.
    guard
      let content = ImageSize(
        width: Self.pixels(all.width), height: Self.pixels(all.height))
    else { throw .notAllowed(.content) }
    question.content = content
    if let rect = view.rect {
      question.rect = Rect(origin: rect.origin + frame.origin, size: rect.size)
    }
    if let center = view.center { question.center = center + frame.origin }
    if isScrolling, view.rect == nil { question = showing(frame, question) }
    let whole = try question.answer()
    let shown = whole.visibleRect
    var pages: [PlacedPage] = []
    var count: Int64 = 0
    for page in pagesInView(of: shown) {
      let placed = try placed(page, whole)
      count += placed.view.prefetch(rings: view.prefetch).count
      guard count <= ViewQuestion.maximumTiles else { throw .tooManyTiles(count) }
      pages.append(placed)
    }
    return Answer(viewport: whole.viewport, visibleRect: shown, pages: pages)
  }

  /// A column opens on a page that fits, at its beginning.
  private func showing(_ frame: Rect, _ question: ViewQuestion) -> ViewQuestion {
    var question = question
    if question.zoom == nil, let bounds = question.bounds, bounds.width > 0, bounds.height > 0 {
      let fit = Fit.aspectFit(frame.size, in: bounds)
      if ViewQuestion.zoomBounds.contains(fit) { question.zoom = fit }
    }
    if question.offset == nil, question.center == nil, let zoom = question.zoom {
      question.offset = frame.origin * zoom
    }
    return question
  }

  private func pagesInView(of shown: Rect) -> Range<Int32> {
    guard isScrolling else { return strip.spreads[strip.spreads.spread(of: page)].pages }
    let spreads = strip.spreads(in: shown)
    guard let last = spreads.last else { return 0..<0 }
    return strip.spreads[spreads.lowerBound].first..<strip.spreads[last].end
  }

  private func placed(_ page: Int32, _ whole: TileView) throws(ViewQuestion.Problem) -> PlacedPage {
    let frame = frame(ofPage: page)
    let pixels = extents.pixels(of: page)
    guard let size = ImageSize(width: Int64(pixels.width), height: Int64(pixels.height)) else {
      throw .notAllowed(.content)
    }
    var viewport = whole.viewport
    viewport.narrow(to: pixels, at: frame.origin, scale: extents.scale(of: page))
    return PlacedPage(
      page: page, frame: frame,
      view: TileView(
        viewport: viewport, ladder: try view.ladder(of: size), levelRule: view.levelRule))
  }

  private static func pixels(_ length: Double) -> Int64 {
    length <= ViewQuestion.maximumLength ? Int64((length - 1e-6).rounded(.up)) : .max
  }
}
