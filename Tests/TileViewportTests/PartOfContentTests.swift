import Testing
import TileViewport

/// Views of content that is more than one image.
@Suite struct PartOfContentTests {
  private let spread = Viewport(
    content: Size(width: 300, height: 200), bounds: Size(width: 600, height: 400),
    limits: ZoomLimits(.standard))

  private func part(
    _ view: Viewport, _ image: Size, at origin: Point, scale: Double
  ) -> Viewport {
    var part = view
    part.narrow(to: image, at: origin, scale: scale)
    return part
  }

  @Test func `an image that is all of the content is seen as it is`() {
    #expect(part(spread, spread.content, at: .zero, scale: 1) == spread)
  }

  @Test func `a page of half the density lies where its spread has it`() {
    var view = spread
    view.setZoomScale(4)
    view.setContentOffset(Point(x: 500, y: 100))
    let page = part(view, Size(width: 50, height: 100), at: Point(x: 200, y: 0), scale: 2)
    #expect(page.zoomScale == 8)
    #expect(page.contentOffset == Point(x: -300, y: 100))
    #expect(page.visibleRect == Rect(x: 0, y: 12.5, width: 37.5, height: 50))
    // The same content point is under the same view point.
    let point = Point(x: 420, y: 17)
    let inSpread = view.contentPoint(under: point)
    #expect(
      page.contentPoint(under: point) == Point(x: (inSpread.x - 200) / 2, y: inSpread.y / 2))
  }

  @Test func `a part out of sight shows nothing`() {
    var view = spread
    view.setZoomScale(10)
    view.setContentOffset(.zero)
    let away = part(view, Size(width: 100, height: 200), at: Point(x: 200, y: 0), scale: 1)
    #expect(away.visibleRect.isEmpty)
    view.setContentOffset(Point(x: 1600, y: 0))
    let near = part(view, Size(width: 100, height: 200), at: Point(x: 200, y: 0), scale: 1)
    #expect(near.visibleRect == Rect(x: 0, y: 0, width: 20, height: 40))
  }

  @Test func `a column zooms out to a page, not to all of them`() {
    var column = Viewport(
      content: Size(width: 100, height: 200 * 65_000), bounds: Size(width: 300, height: 400),
      limits: ZoomLimits(.wholePixels, minimum: 2, maximum: 10))
    #expect(column.zoomScale == 2 && column.isAtFit)
    column.setZoomScale(3)
    #expect(!column.isAtFit)
    column.setContentOffset(Point(x: 0, y: 3 * 200 * 64_000.0))
    let page = part(
      column, Size(width: 100, height: 200), at: Point(x: 0, y: 200 * 64_000.0), scale: 1)
    #expect(page.visibleRect == Rect(x: 0, y: 0, width: 100, height: 400 / 3.0))
  }
}
