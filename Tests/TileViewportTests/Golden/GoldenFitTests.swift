import Testing
import TileViewport
import ViewportSamples

/// Vectors C: fit, fill, centring, and what a resize keeps.
@Suite struct GoldenFitTests {
  /// View, image, fit, fill, five times fit, top inset, left inset at fit.
  @Test(
    arguments: [
      (375, 667, 3000, 2000, 0.125, 0.3335, 0.625, 208.5, 0),
      (375, 667, 2000, 3000, 0.1875, 667.0 / 3000, 0.9375, 52.25, 0),
      (320, 460, 1280, 960, 0.25, 460.0 / 960, 1.25, 110, 0),
      (1024, 768, 4096, 3072, 0.25, 0.25, 1.25, 0, 0),
      (375, 667, 100, 100, 3.75, 6.67, 18.75, 146, 0),
      (400, 300, 100, 300, 1, 4, 5, 0, 150),
    ] as [(Double, Double, Double, Double, Double, Double, Double, Double, Double)])
  func `fit, fill and centring`(
    width: Double, height: Double, imageWidth: Double, imageHeight: Double, fit: Double,
    fill: Double, maximum: Double, top: Double, left: Double
  ) {
    let view = Viewport(
      content: Size(width: imageWidth, height: imageHeight),
      bounds: Size(width: width, height: height), limits: ZoomLimits(.fit), centersContent: true)
    #expect(near(view.fitScale, fit))
    #expect(near(view.fillScale, fill))
    #expect(near(view.zoomRange.minimum, fit))
    #expect(near(view.zoomRange.maximum, maximum))
    #expect(near(view.zoomScale, fit))
    let inset = view.adjustedContentInset
    #expect(near(inset.top, top) && near(inset.bottom, top))
    #expect(near(inset.left, left) && near(inset.right, left))
    #expect(near(view.contentOffset, Point(x: -left, y: -top)))
  }

  /// View, image, minimum and maximum with two device pixels a point.
  @Test(
    arguments: [
      (375, 667, 100, 100, 0.5), (320, 480, 3600, 2400, 320.0 / 3600),
      (480, 320, 3600, 2400, 480.0 / 3600), (320, 480, 2560, 3840, 0.125),
    ] as [(Double, Double, Double, Double, Double)])
  func `PhotoScroller's rule never blows images up`(
    width: Double, height: Double, imageWidth: Double, imageHeight: Double, minimum: Double
  ) {
    let view = Viewport(
      content: Size(width: imageWidth, height: imageHeight),
      bounds: Size(width: width, height: height), limits: ZoomLimits(.photoScroller),
      devicePixelRatio: 2)
    #expect(near(view.zoomRange.minimum, minimum))
    #expect(view.zoomRange.maximum == 0.5)
  }

  @Test func `past the view the centring inset is 0, never negative`() {
    var view = Viewport(
      content: Size(width: 3000, height: 2000), bounds: Size(width: 375, height: 667),
      limits: ZoomLimits(.fit), centersContent: true)
    view.setZoomScale(0.6)
    #expect(view.adjustedContentInset == .zero)
  }

  @Test func `a view at its minimum still is after a rotation`() {
    var view = Viewport(
      content: Size(width: 3600, height: 2400), bounds: Size(width: 320, height: 480),
      limits: ZoomLimits(.photoScroller), centersContent: true, devicePixelRatio: 2)
    view.setZoomScale(0.01)
    view.resize(to: Size(width: 480, height: 320))
    #expect(near(view.zoomScale, 480.0 / 3600))
  }

  @Test func `elsewhere a rotation keeps the zoom and the point in the middle`() {
    var view = Viewport(
      content: Size(width: 3600, height: 2400), bounds: Size(width: 320, height: 480),
      zoomScale: 0.3, limits: ZoomLimits(.photoScroller), centersContent: true, devicePixelRatio: 2)
    view.setContentOffset(Point(x: 300, y: 100))
    let center = view.contentPoint(under: view.bounds.center)
    view.resize(to: Size(width: 480, height: 320))
    #expect(view.zoomScale == 0.3)
    #expect(near(view.contentPoint(under: view.bounds.center), center))
  }

  @Test func `fit stays fit although the minimum is smaller`() {
    var view = Viewport(
      content: .listing, bounds: .screen, limits: ZoomLimits(minimum: 0.01, maximum: 8))
    #expect(view.zoomScale == 0.25)
    view.resize(to: Size(width: 640, height: 480))
    #expect(view.zoomScale == 0.5)
  }

  @Test func `numbers take the place of a rule's limits`() {
    let view = Viewport(
      content: .listing, bounds: .screen, limits: ZoomLimits(.fit, maximum: 3))
    #expect(view.zoomRange == ZoomRange(minimum: 0.25, maximum: 3))
    #expect(view.zoomScale == 0.25)
  }

  @Test(
    arguments: [(3000, 2000, 0.125, 1), (100, 100, 1, 18.75)] as [(Double, Double, Double, Double)])
  func `the standard limits`(width: Double, height: Double, minimum: Double, maximum: Double) {
    let view = Viewport(
      content: Size(width: width, height: height), bounds: Size(width: 375, height: 667),
      limits: ZoomLimits(.standard))
    #expect(view.zoomRange == ZoomRange(minimum: minimum, maximum: maximum))
  }
}
