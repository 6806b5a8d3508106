/// Pages of one size side by side: where each of them lies, and which of them an offset shows.
///
/// Strip points have their origin at the first page's top left corner.
package struct PageStrip: Equatable, Sendable {
  /// Where a view belongs that two pages share by half.
  package enum Tie: Equatable, Sendable {
    case forward
    case back
  }

  package let pageCount: Int32
  /// In points; the size of the view that shows one page at a time.
  package let pageSize: Size
  /// Points between two pages.
  package let spacing: Double

  /// A strip of pages.
  ///
  /// - Parameters:
  ///   - pageCount: how many there are; at least 1.
  ///   - pageSize: the size of each, in points.
  ///   - spacing: points between two of them.
  package init(pageCount: Int32, pageSize: Size, spacing: Double = 0) {
    self.pageCount = max(1, pageCount)
    self.pageSize = pageSize
    self.spacing = spacing
  }

  /// From the beginning of one page to that of the next, in points.
  package var stride: Double { pageSize.width + spacing }

  package var contentSize: Size {
    Size(width: stride * Double(pageCount), height: pageSize.height)
  }

  /// The strip point at which a page begins.
  package func offset(ofPage page: Int32) -> Double { Double(page) * stride }

  /// Where a page lies, in view points of a view on the strip.
  ///
  /// - Parameters:
  ///   - page: its number, counted from 0.
  ///   - offset: the strip point at the view's left edge.
  /// - Returns: the page's frame; without the spacing behind it.
  package func frame(ofPage page: Int32, from offset: Double) -> Rect {
    Rect(
      x: self.offset(ofPage: page) - offset, y: 0, width: pageSize.width, height: pageSize.height)
  }

  /// A view on the strip that shows one page, with the spacing behind it.
  ///
  /// - Parameters:
  ///   - page: its number, counted from 0.
  ///   - devicePixelRatio: device pixels per point.
  /// - Returns: a view whose content is the strip, at zoom 1.
  package func viewport(showingPage page: Int32, devicePixelRatio: Double) -> Viewport {
    var viewport = Viewport(
      content: contentSize, bounds: Size(width: stride, height: pageSize.height), zoomScale: 1,
      devicePixelRatio: devicePixelRatio)
    viewport.move(
      to: Viewport.Goal(zoomScale: 1, contentOffset: Point(x: offset(ofPage: page), y: 0)))
    return viewport
  }

  /// The page at an offset: the one that more than half of the view shows.
  ///
  /// - Parameters:
  ///   - offset: along any axis, in points.
  ///   - length: from one page's beginning to the next one's, in points.
  ///   - tie: where a view belongs that two pages share by half.
  /// - Returns: a whole number, below 0 and past the last page too.
  @inline(never)
  package static func page(at offset: Double, length: Double, tie: Tie = .forward) -> Double {
    guard length > 0 else { return 0 }
    let place = (offset - length / 2) / length
    return tie == .forward ? place.rounded(.down) + 1 : place.rounded(.up)
  }
}
