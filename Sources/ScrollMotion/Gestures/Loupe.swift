#if canImport(TileViewport)
  package import TileViewport
#endif

/// A lens over a page: what it shows, and where it hangs.
package struct Loupe: Equatable, Sendable {
  /// The lens's size in points.
  package var size: Size
  /// How much larger than on the page things are in the lens.
  package var ratio: Double

  package init(size: Size = Size(width: 240, height: 240), ratio: Double = 3) {
    self.size = size
    self.ratio = ratio
  }

  /// The scroll offset inside the lens that puts a page point into its middle, kept on the page.
  ///
  /// - Parameters:
  ///   - point: in points of the page as it lies on the screen.
  ///   - page: the page's size in the same points.
  /// - Returns: in the lens's own points, in which the page is ``ratio`` times as large.
  package func contentOffset(over point: Point, page: Size) -> Point {
    let raw = point * ratio - size.center
    return Point(
      x: min(max(raw.x, 0), max(0, page.width * ratio - size.width)),
      y: min(max(raw.y, 0), max(0, page.height * ratio - size.height)))
  }

  /// The content points that the lens shows over a view point, reaching out of the content where
  /// the finger is near its rim.
  package func contentRect(over point: Point, of viewport: Viewport) -> Rect {
    let shown = size * (1 / (ratio * viewport.zoomScale))
    let center = viewport.contentPoint(under: point)
    return Rect(
      x: center.x - shown.width / 2, y: center.y - shown.height / 2, width: shown.width,
      height: shown.height)
  }
}
