import ScrollMotion
import Testing
import TileViewport
import ViewportSamples

/// Two fingers.
@Suite struct PinchTests {
  @Test func `the content between the fingers stays between them`() {
    var view = scroller(400, 200)
    view.down(1, 100, 200)
    view.down(2, 140, 260)
    let anchor = view.view.viewport.contentPoint(under: Point(x: 120, y: 230))
    view.move(1, 80, 170)
    view.move(2, 190, 310)
    let middle = Point(x: 80, y: 170).midpoint(to: Point(x: 190, y: 310))
    #expect(nearlyEqual(view.view.viewport.contentPoint(under: middle), anchor))
    let factor = Point(x: 110, y: 140).length / Point(x: 40, y: 60).length
    #expect(near(view.view.viewport.zoomScale, factor, 1e-9))
  }

  @Test func `two fingers that tap do not zoom`() {
    var view = interactive(zoom: 2)
    view.down(1, 100, 200)
    view.down(2, 200, 200)
    view.move(1, 101, 201)
    view.move(2, 202, 201)
    #expect(view.view.viewport.zoomScale == 2)
    view.up(1, 101, 201)
    view.up(2, 202, 201)
    #expect(view.kinds == [.twoFingerTap])
    view.tick(1)
    #expect(near(view.view.viewport.zoomScale, 2 / 1.5))
  }

  @Test func `two fingers that zoom do not tap`() {
    var view = interactive()
    view.down(1, 100, 200)
    view.down(2, 200, 200)
    view.move(2, 208, 200)
    view.up(1, 100, 200)
    view.up(2, 208, 200)
    view.tick(1)
    #expect(near(view.view.viewport.zoomScale, 1.08))
    #expect(!view.kinds.contains(.twoFingerTap) && !view.kinds.contains(.singleTap))
  }

  /// Zoom at the start, distance of the fingers from 100 to this, what shows.
  @Test(arguments: [(5, 200, 6.2), (0.6, 50, 0.47)] as [(Double, Double, Double)])
  func `beyond a limit a part of the excess shows, and bounces back`(
    zoom: Double, distance: Double, shown: Double
  ) {
    var view = scroller(400, 100, zoom: zoom)
    view.down(1, 50, 200)
    view.down(2, 150, 200)
    view.move(2, 50 + distance, 200)
    #expect(near(view.view.viewport.zoomScale, shown, 1e-9))
    view.up(1)
    view.up(2)
    #expect(view.view.isZoomBouncing)
    view.frames(120)
    #expect(view.view.viewport.zoomScale == (zoom > 1 ? 6 : 0.5))
    #expect(view.view.viewport.isWithinRange)
    #expect(view.view.isAtRest)
  }

  @Test func `without zoom bounces a pinch stops dead at its limit`() {
    var view = scroller(zoom: 5) { $0.bouncesZoom = false }
    view.down(1, 50, 200)
    view.down(2, 150, 200)
    view.move(2, 250, 200)
    #expect(view.view.viewport.zoomScale == 6)
  }

  @Test func `fingers that catch a bouncing zoom don't make it jump`() {
    var view = scroller(zoom: 5)
    view.down(1, 50, 200)
    view.down(2, 150, 200)
    view.move(2, 250, 200)
    view.up(1)
    view.up(2)
    view.tick(0.03)
    let caught = view.view.viewport.zoomScale
    #expect(caught > 6.05)
    view.down(1, 50, 200)
    view.down(2, 150, 200)
    view.move(2, 150, 205)
    #expect(near(view.view.viewport.zoomScale, caught, 0.01))
    view.up(1)
    view.up(2)
    view.tick(5)
    #expect(view.view.viewport.zoomScale == 6)
    #expect(view.kinds.filter { $0 == .willBeginZooming }.count == 1)
    #expect(view.kinds.filter { $0 == .didEndZooming }.count == 1)
  }

  @Test func `a second finger turns a drag into a pinch, and back`() {
    var view = scroller()
    view.down(1, 100, 200)
    view.move(1, 100, 150)
    view.down(2, 200, 150)
    view.move(2, 250, 150)
    view.up(2)
    view.move(1, 100, 140)
    view.up(1, after: 0.2)
    #expect(
      view.courses.filter { $0 != .didScroll && $0 != .didZoom } == [
        .willBeginDragging, .willBeginZooming, .didEndZooming, .didEndDragging, .settled,
      ])
    #expect(near(view.view.viewport.zoomScale, 1.5))
  }

  @Test func `where zooming is off a second finger changes nothing`() {
    var view = scroller(limits: ZoomLimits(.none))
    view.down(1, 100, 200)
    view.down(2, 200, 200)
    view.move(2, 300, 200)
    #expect(view.view.viewport.zoomScale == 1)
    view.move(1, 100, 150)
    #expect(view.view.isDragging)
  }

  @Test func `fingers on one spot zoom no further than the limit's bounce`() {
    var view = scroller()
    view.down(1, 100, 200)
    view.down(2, 100, 200)
    view.move(2, 300, 400)
    #expect(view.view.viewport.zoomScale.isFinite)
    view.up(1)
    view.up(2)
    view.tick(5)
    #expect(view.view.viewport.zoomScale == 6)
  }

  @Test func `a cancelled pinch comes back within its limits`() {
    var view = scroller(zoom: 5)
    view.down(1, 50, 200)
    view.down(2, 150, 200)
    view.move(2, 350, 200)
    view.cancel()
    view.tick(5)
    #expect(view.view.viewport.zoomScale == 6)
    #expect(view.view.isAtRest)
    #expect(view.kinds.suffix(2) == [.didEndZooming, .settled])
  }
}
