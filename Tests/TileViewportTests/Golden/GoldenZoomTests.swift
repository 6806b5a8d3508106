import Testing
import TileViewport
import ViewportSamples

/// Vectors A and D: zoom rectangles, and what zooming does to the offset.
@Suite struct GoldenZoomTests {
  /// Frame height, scale, centre, rectangle.
  @Test(
    arguments: [
      (480, 2, 640, 480, 560, 360, 160, 240), (480, 0.5, 640, 480, 320, 0, 640, 960),
      (480, 6, 0, 0, -80.0 / 3, -40, 160.0 / 3, 80),
      (480, 1.5, 160, 240, 160.0 / 3, 80, 640.0 / 3, 320),
      (460, 1, 640, 480, 480, 250, 320, 460),
    ] as [(Double, Double, Double, Double, Double, Double, Double, Double)])
  func `a zoom rectangle fills the frame around its centre`(
    height: Double, scale: Double, cx: Double, cy: Double, x: Double, y: Double, width: Double,
    h: Double
  ) throws {
    let view = Viewport(content: .listing, bounds: Size(width: 320, height: height))
    let rect = try #require(view.zoomRect(scale: scale, center: Point(x: cx, y: cy)))
    #expect(near(rect, Rect(x: x, y: y, width: width, height: h)))
    #expect(near(rect.center, Point(x: cx, y: cy)))
    #expect(near(rect.width * scale, 320) && near(rect.height * scale, height))
  }

  @Test(arguments: [0, -1, .nan, .infinity] as [Double])
  func `a scale that is no number above 0 has no zoom rectangle`(scale: Double) {
    #expect(Viewport.guide().zoomRect(scale: scale, center: .zero) == nil)
  }

  /// Zoom and offset before, scale asked for, zoom and offset after.
  @Test(
    arguments: [
      (1, 0, 0, 2, 2, 160, 230), (1, 480, 250, 0.5, 0.5, 160, 10), (1, 0, 0, 10, 6, 800, 1150),
      (1, 0, 0, 0.1, 0.5, 0, 0),
    ] as [(Double, Double, Double, Double, Double, Double, Double)])
  func `setZoomScale keeps the middle of the view`(
    zoom: Double, x: Double, y: Double, asked: Double, expected: Double, toX: Double, toY: Double
  ) {
    var view = Viewport.guide(x, y, zoom: zoom)
    view.setZoomScale(asked)
    #expect(view.zoomScale == expected)
    #expect(near(view.contentOffset, Point(x: toX, y: toY)))
  }

  @Test(
    arguments: [
      (560, 250, 160, 230, 2, 1120, 500), (100, 100, 160, 115, 2, 200, 85),
      (0, 0, 1280, 960, 0.5, 160, 10), (600, 400, 10, 10, 6, 3470, 2200),
    ] as [(Double, Double, Double, Double, Double, Double, Double)])
  func `zoomTo fits a rectangle into the view`(
    x: Double, y: Double, width: Double, height: Double, zoom: Double, toX: Double, toY: Double
  ) {
    var view = Viewport.guide()
    view.zoom(to: Rect(x: x, y: y, width: width, height: height))
    #expect(near(view.zoomScale, zoom))
    #expect(near(view.contentOffset, Point(x: toX, y: toY)))
  }

  @Test func `with the limits that a scroll view starts with, zooming is off`() {
    let before = Viewport.guide(100, 50, limits: ZoomLimits(.none))
    var view = before
    view.setZoomScale(3)
    view.setZoomScale(0.2, anchor: Point(x: 10, y: 10))
    view.zoom(to: Rect(x: 600, y: 400, width: 10, height: 10))
    #expect(view == before)
  }

  @Test func `the middle between two fingers is the anchor of a pinch`() {
    #expect(
      Point(x: 100, y: 200).midpoint(to: Point(x: 140, y: 260)) == Point(x: 120, y: 230))
  }

  @Test func `an anchor stays over its content point`() {
    var view = Viewport.guide(300, 200)
    let anchor = Point(x: 40, y: 300)
    let before = view.contentPoint(under: anchor)
    view.setZoomScale(2.7, anchor: anchor)
    #expect(nearlyEqual(view.contentPoint(under: anchor), before))
  }
}
