import ScrollMotion
import Testing
import TileViewport
import ViewportSamples

/// Vectors F: tap, tap and drag.
@Suite struct OneFingerZoomTests {
  /// The scale after moves of so many points up each, from scale 1.
  private func scale(after ups: [Double], _ options: OneFingerZoom.Options) -> Double {
    var place = Point(x: 100, y: 400)
    var scale = 1.0
    var zoom = OneFingerZoom(pointer: 1, at: place, zoomScale: scale, options: options)
    for up in ups {
      place.y -= up
      scale = zoom.move(to: place, zoomScale: scale)
    }
    return scale
  }

  @Test(
    arguments: [
      ([30], 1.3, 1.3), ([10, 10, 10], 1.331, 1.3),
      (Array(repeating: 1, count: 30), 1.3478489, 1.3), ([50, -50], 0.75, 1), ([1, -1], 0.9999, 1),
      ([-100], 0.01, 0.01), ([-250], 0.01, 0.01),
    ] as [([Double], Double, Double)])
  func `counted from sample to sample, and from the start`(
    ups: [Double], incremental: Double, absolute: Double
  ) {
    var options = OneFingerZoom.Options()
    #expect(near(scale(after: ups, options), absolute, 1e-7))
    options.counting = .fromSample
    #expect(near(scale(after: ups, options), incremental, 1e-7))
  }

  @Test func `down enlarges when asked to`() {
    var options = OneFingerZoom.Options()
    options.direction = .downEnlarges
    #expect(near(scale(after: [-30], options), 1.3))
  }

  @Test(arguments: [(-50, 1.2), (-100, 1.44), (50, 1 / 1.2)] as [(Double, Double)])
  func `the way OpenSeadragon counts`(up: Double, expected: Double) {
    #expect(near(scale(after: [up], .openSeadragon), expected))
  }

  /// A view whose second tap has just come down.
  private func secondTapDown() -> Recorded<InteractiveView> {
    var view = interactive()
    view.tap(100, 200)
    view.tick(0.1)
    view.down(1, 100, 200)
    return view
  }

  @Test func `it begins at the second touch-down, without slop`() {
    var view = secondTapDown()
    view.move(1, 100, 199)
    #expect(near(view.view.viewport.zoomScale, 1.01))
    #expect(view.courses == [.willBeginZooming, .didZoom, .didScroll])
    #expect(view.view.scroll.isTracking && view.view.scroll.isZooming)
    #expect(!view.view.scroll.isDragging)
  }

  @Test func `another finger ends it, and the zoom stays`() {
    var view = secondTapDown()
    view.move(1, 100, 150)
    view.down(2, 200, 200)
    #expect(view.values(of: .didEndZooming).count == 1)
    view.move(1, 100, 50)
    view.move(2, 250, 250)
    #expect(near(view.view.viewport.zoomScale, 1.5))
    view.up(1, 100, 50)
    view.up(2, 250, 250)
    view.tick(1)
    #expect(near(view.view.viewport.zoomScale, 1.5))
    #expect(view.view.scroll.isAtRest)
  }

  @Test func `another finger's moves are ignored`() {
    var view = secondTapDown()
    view.move(1, 100, 150)
    view.move(9, 100, 10)
    #expect(near(view.view.viewport.zoomScale, 1.5))
  }

  @Test func `lifting, or losing the finger, ends it`() {
    for cancels in [true, false] {
      var view = secondTapDown()
      view.move(1, 100, 150)
      if cancels { view.cancel() } else { view.up(1, 100, 150) }
      view.tick(1)
      #expect(view.kinds.suffix(2) == [.didEndZooming, .settled])
      #expect(near(view.values(of: .didEndZooming)[0], 1.5))
      #expect(!view.kinds.contains(.doubleTap))
    }
  }

  @Test func `a first tap, a third one, or two fingers never start it`() {
    var first = interactive()
    first.down(1, 100, 200)
    first.move(1, 100, 150)
    #expect(first.view.viewport.zoomScale == 1)

    var third = interactive { $0.doubleTap = .off }
    third.doubleTap(100, 200)
    third.tick(0.1)
    third.down(1, 100, 200)
    third.move(1, 100, 150)
    #expect(third.view.viewport.zoomScale == 1)

    var two = interactive()
    two.tap(100, 200)
    two.tick(0.1)
    two.down(1, 100, 200)
    two.down(2, 101, 200)
    two.move(1, 100, 150)
    #expect(two.view.viewport.zoomScale == 1)
  }

  @Test func `the zoom stays within its limits`() {
    var view = secondTapDown()
    view.move(1, 100, 1000)
    #expect(view.view.viewport.zoomScale == 0.5)
    view.move(1, 100, -2000)
    #expect(view.view.viewport.zoomScale == 6)
  }

  @Test func `switched off, the second tap's finger drags`() {
    var view = interactive { $0.zoomsWithOneFinger = false }
    view.tap(100, 200)
    view.tick(0.1)
    view.down(1, 100, 200)
    view.move(1, 100, 150)
    #expect(view.view.viewport.zoomScale == 1)
    #expect(view.view.scroll.isDragging)
  }
}
