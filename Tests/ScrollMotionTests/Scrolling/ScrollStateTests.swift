import ScrollMotion
import Testing
import TileViewport
import ViewportSamples

/// The states of section 2f: what each is called, and how fingers move the content in it.
@Suite struct ScrollStateTests {
  /// Tracking, dragging, decelerating, zooming.
  private func flags(_ view: ScrollView) -> [Bool] {
    [view.isTracking, view.isDragging, view.isDecelerating, view.isZooming]
  }

  @Test func `the flags of a drag, a flick and a touch that stops it`() {
    var view = scroller()
    #expect(flags(view.view) == [false, false, false, false])
    view.down(1, 100, 200)
    #expect(flags(view.view) == [true, false, false, false])
    view.move(1, 100, 180)
    #expect(flags(view.view) == [true, true, false, false])
    view.move(1, 100, 160)
    view.up()
    #expect(flags(view.view) == [false, false, true, false])
    view.tick(0.1)
    view.down(1, 100, 200)
    #expect(flags(view.view) == [true, false, false, false])
    view.up()
    #expect(flags(view.view) == [false, false, false, false])
    #expect(view.view.isAtRest)
  }

  @Test func `the flags of a pinch that goes on as a drag`() {
    var view = scroller()
    view.down(1, 100, 200)
    view.down(2, 200, 200)
    #expect(flags(view.view) == [true, false, false, false])
    view.move(2, 260, 200)
    #expect(flags(view.view) == [true, false, false, true])
    view.up(1)
    #expect(flags(view.view) == [true, false, false, false])
    view.move(2, 255, 200)
    #expect(flags(view.view) == [true, true, false, false])
    view.up(2, after: 0.2)
    #expect(flags(view.view) == [false, false, false, false])
  }

  @Test func `the flags of a bounce and of a program's animations`() {
    var pulled = scroller(400, 0)
    pulled.drag(from: (100, 100), to: (100, 200))
    #expect(flags(pulled.view) == [false, false, true, false])
    var scrolled = scroller()
    scrolled.perform { $0.setContentOffset(.zero, animated: true, &$1) }
    #expect(flags(scrolled.view) == [false, false, false, false])
    #expect(!scrolled.view.isAtRest)
    var zoomed = scroller()
    zoomed.perform { $0.setZoomScale(2, animated: true, &$1) }
    #expect(flags(zoomed.view) == [false, false, false, true])
  }

  @Test func `behind the slop the content follows the finger one to one`() {
    var view = scroller()
    view.down(1, 100, 200)
    view.move(1, 106, 208)
    #expect(view.view.viewport.contentOffset == Point(x: 400, y: 200))
    view.move(1, 100, 189)
    #expect(near(view.view.viewport.contentOffset, Point(x: 400, y: 201), 1e-9))
    view.move(1, 70, 150)
    #expect(near(view.view.viewport.contentOffset, Point(x: 430, y: 240), 1e-9))
    view.move(1, 100, 189)
    #expect(near(view.view.viewport.contentOffset, Point(x: 400, y: 201), 1e-9))
  }

  @Test func `past an edge the rubber band resists`() {
    var view = scroller(400, 0)
    view.down(1, 100, 100)
    view.move(1, 100, 110.5)
    view.move(1, 100, 210)
    let shown = -RubberBand.shown(100, dimension: 460)
    #expect(near(view.view.viewport.contentOffset, Point(x: 400, y: shown), 1e-9))
    view.move(1, 100, 110)
    #expect(near(view.view.viewport.contentOffset, Point(x: 400, y: 0), 1e-9))
  }

  @Test func `a flick comes to rest where the integral says`() {
    for rate in [Deceleration.Rate.normal, .fast] {
      var view = scroller(400, 100) { $0.decelerationRate = rate }
      view.down(1, 100, 200)
      // 10 points in 25 ms: 400 points a second.
      for index in 1...5 { view.move(1, 100, 200 - Double(index) * 10, after: 0.025) }
      view.up()
      #expect(near(view.view.viewport.contentOffset.y, 140, 1e-9))
      let rest = Deceleration(start: 140, velocity: 400, rate: rate).rest
      #expect(near(view.view.restingGoal.contentOffset.y, rest, 1e-6))
      view.frames(600)
      #expect(near(view.view.viewport.contentOffset, Point(x: 400, y: rest), 1e-6))
      #expect(view.view.isAtRest)
    }
  }

  @Test func `a flick into an edge overshoots and comes back to it`() {
    var view = scroller(400, 60)
    view.flick(from: (100, 100), to: (100, 160), steps: 4)
    var least = 0.0
    for _ in 0..<300 {
      view.tick(1 / 60)
      least = min(least, view.view.viewport.contentOffset.y)
    }
    #expect(least < -10)
    #expect(view.view.viewport.contentOffset == Point(x: 400, y: 0))
    var hard = scroller(400, 60) { $0.bounces = false }
    hard.flick(from: (100, 100), to: (100, 160), steps: 4)
    for _ in 0..<300 {
      hard.tick(1 / 60)
      #expect(hard.view.viewport.contentOffset.y >= 0)
    }
    #expect(hard.view.viewport.contentOffset == Point(x: 400, y: 0))
  }

  @Test func `stretched content that is caught does not jump`() {
    var view = scroller(400, 0)
    view.drag(from: (100, 100), to: (100, 300))
    view.tick(0.05)
    let caught = view.view.viewport.contentOffset.y
    #expect(caught < -10)
    view.down(1, 100, 100)
    view.move(1, 100, 110.001)
    #expect(near(view.view.viewport.contentOffset.y, caught, 0.01))
    view.up(after: 0.2)
    view.tick(5)
    #expect(view.view.viewport.contentOffset.y == 0)
  }

  @Test func `a touch on a bounce that only lifts lets it go on`() {
    var view = scroller(400, 0)
    view.drag(from: (100, 100), to: (100, 200))
    view.tick(0.05)
    view.down(1, 100, 100)
    let caught = view.view.viewport.contentOffset
    view.tick(0.3)
    #expect(view.view.viewport.contentOffset == caught)
    view.up()
    view.tick(5)
    #expect(view.view.viewport.contentOffset == Point(x: 400, y: 0))
  }

  /// Way of the finger, whether it locks to the horizontal or the vertical axis.
  @Test(
    arguments: [(40, 5, true, false), (5, 40, false, true), (40, 35, false, false)]
      as [(Double, Double, Bool, Bool)])
  func `the directional lock`(x: Double, y: Double, horizontal: Bool, vertical: Bool) {
    var view = scroller { $0.isDirectionalLockEnabled = true }
    view.drag(from: (200, 200), to: (200 - x, 200 - y), steps: 1)
    let offset = view.view.viewport.contentOffset
    #expect((offset.y == 200) == horizontal)
    #expect((offset.x == 400) == vertical)
  }

  @Test func `what fits doesn't scroll, unless it always bounces`() {
    func small(_ bounces: Bool) -> Recorded<ScrollView> {
      var view = Recorded(
        ScrollView(
          viewport: Viewport(content: Size(width: 100, height: 100), bounds: .screen, zoomScale: 1))
      )
      view.view.options.alwaysBounceVertical = bounces
      view.down(1, 100, 100)
      view.move(1, 130, 180)
      return view
    }
    #expect(small(false).view.viewport.contentOffset == .zero)
    #expect(!small(false).view.isDragging)
    var bouncing = small(true)
    #expect(bouncing.view.viewport.contentOffset.y < 0)
    #expect(bouncing.view.viewport.contentOffset.x == 0)
    bouncing.up(after: 0.2)
    bouncing.tick(5)
    #expect(bouncing.view.viewport.contentOffset == .zero)
  }

  @Test func `without motion every change is over at once`() {
    var view = scroller(400, 0) { $0.reducesMotion = true }
    view.flick(from: (100, 100), to: (100, 50), steps: 4)
    #expect(view.view.isAtRest)
    #expect(near(view.view.viewport.contentOffset.y, 40, 1e-9))
    #expect(view.kinds.suffix(2) == [.didEndDecelerating, .settled])
    view.perform { $0.setContentOffset(.zero, animated: true, &$1) }
    #expect(view.view.viewport.contentOffset == .zero)
    view.drag(from: (100, 100), to: (100, 200))
    #expect(view.view.viewport.contentOffset == .zero)
    view.perform { $0.setZoomScale(2, animated: true, &$1) }
    #expect(view.view.viewport.zoomScale == 2)
    #expect(view.view.isAtRest)
  }

  @Test func `switched off, nothing scrolls under the finger`() {
    var view = scroller { $0.isScrollEnabled = false }
    view.flick(from: (100, 200), to: (50, 100))
    view.tick(1)
    #expect(view.kinds == [])
  }
}
