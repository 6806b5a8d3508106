import ScrollMotion
import Testing
import TileViewport
import ViewportSamples

/// Vectors J: the exact events, in UIScrollViewDelegate's order.
@Suite struct EventOrderTests {
  @Test func `a drag that stops`() {
    var view = scroller()
    view.down(1, 100, 100)
    view.move(1, 100, 95)
    view.move(1, 100, 80)
    view.move(1, 100, 70)
    view.up(after: 0.3)
    #expect(view.kinds == [.willBeginDragging, .didScroll, .didScroll, .didEndDragging, .settled])
    #expect(view.values(of: .didEndDragging) == [0])
  }

  @Test func `a flick`() {
    var view = scroller()
    view.flick(from: (100, 200), to: (100, 120), steps: 4)
    view.tick(0.1)
    view.tick(0.1)
    view.tick(20)
    #expect(
      view.kinds == [
        .willBeginDragging, .didScroll, .didScroll, .didScroll, .didScroll, .didEndDragging,
        .willBeginDecelerating, .didScroll, .didScroll, .didScroll, .didEndDecelerating, .settled,
      ])
    #expect(view.values(of: .didEndDragging) == [1])
  }

  @Test func `a still finger released beyond the edge springs back`() {
    var view = scroller(400, 0)
    view.drag(from: (100, 100), to: (100, 200), steps: 2)
    view.tick(0.1)
    view.tick(5)
    #expect(
      view.kinds == [
        .willBeginDragging, .didScroll, .didScroll, .didEndDragging, .willBeginDecelerating,
        .didScroll, .didScroll, .didEndDecelerating, .settled,
      ])
    #expect(view.values(of: .didEndDragging) == [1])
    #expect(view.view.viewport.contentOffset == Point(x: 400, y: 0))
  }

  @Test func `a touch stops deceleration where it is`() {
    var view = scroller()
    view.flick(from: (100, 200), to: (100, 120), steps: 4)
    view.tick(0.1)
    view.forget()
    let offset = view.view.viewport.contentOffset
    view.down(1, 50, 50)
    #expect(view.kinds == [.didEndDecelerating])
    #expect(view.view.isTracking && !view.view.isDecelerating)
    view.tick(0.2)
    view.up()
    #expect(view.kinds == [.didEndDecelerating, .settled])
    #expect(view.view.viewport.contentOffset == offset)
  }

  @Test func `setContentOffset, at once and animated`() {
    var view = scroller()
    view.perform { $0.setContentOffset(Point(x: 10, y: 20), animated: false, &$1) }
    #expect(view.kinds == [.didScroll, .settled])
    view.forget()
    view.perform { $0.setContentOffset(Point(x: 410, y: 20), animated: true, &$1) }
    #expect(view.kinds == [])
    view.tick(0.11)
    // Constant speed: a third of the time, a third of the way.
    #expect(near(view.view.viewport.contentOffset, Point(x: 10 + 400.0 / 3, y: 20)))
    for _ in 0..<3 { view.tick(0.1) }
    #expect(
      view.kinds == [
        .didScroll, .didScroll, .didScroll, .didScroll, .didEndScrollingAnimation, .settled,
      ])
    #expect(view.view.viewport.contentOffset == Point(x: 410, y: 20))
  }

  @Test func `a program's scroll is neither tracking nor dragging`() {
    var view = scroller(0, 0)
    view.perform {
      $0.scrollRectToVisible(Rect(x: 300, y: 440, width: 100, height: 100), animated: true, &$1)
    }
    view.tick(0.1)
    #expect(!view.view.isTracking && !view.view.isDragging && !view.view.isDecelerating)
    view.tick(1)
    #expect(view.courses == [.didScroll, .didEndScrollingAnimation, .settled])
    view.forget()
    view.perform {
      $0.scrollRectToVisible(Rect(x: 310, y: 450, width: 10, height: 10), animated: true, &$1)
    }
    #expect(view.kinds == [])
  }

  @Test func `scroll to top tells so, when the option allows it`() {
    var view = scroller()
    view.perform { $0.scrollToTop(animated: true, &$1) }
    view.tick(1)
    #expect(view.kinds == [.didScroll, .didEndScrollingAnimation, .didScrollToTop, .settled])
    #expect(view.view.viewport.contentOffset == Point(x: 400, y: 0))
    var off = scroller { $0.scrollsToTop = false }
    off.perform { $0.scrollToTop(animated: false, &$1) }
    #expect(off.kinds == [])
  }

  @Test func `a program's zoom scrolls without tracking or dragging`() {
    var view = scroller(0, 0)
    view.perform { $0.setZoomScale(2, animated: false, &$1) }
    #expect(view.kinds == [.didZoom, .didScroll, .didEndZooming, .settled])
    #expect(view.values(of: .didEndZooming) == [2])
    view.forget()
    view.perform { $0.setZoomScale(4, animated: true, &$1) }
    view.tick(0.1)
    #expect(view.view.isZooming)
    #expect(!view.view.isTracking && !view.view.isDragging)
    view.tick(1)
    #expect(
      view.kinds == [.didZoom, .didScroll, .didZoom, .didScroll, .didEndZooming, .settled])
    #expect(view.values(of: .didEndZooming) == [4])
  }

  @Test func `a pinch`() {
    var view = scroller()
    view.down(1, 100, 200)
    view.down(2, 200, 200)
    view.move(2, 250, 200)
    view.move(1, 60, 200)
    view.up(1)
    view.up(2)
    #expect(
      view.kinds == [
        .willBeginZooming, .didZoom, .didScroll, .didZoom, .didScroll, .didEndZooming, .settled,
      ])
    #expect(near(view.values(of: .didEndZooming)[0], 1.9))
  }

  @Test func `a pinch beyond the maximum ends when it has bounced back`() {
    var view = scroller(zoom: 5)
    view.down(1, 150, 200)
    view.down(2, 170, 200)
    view.move(2, 310, 200)
    view.up(1)
    view.up(2)
    #expect(view.kinds == [.willBeginZooming, .didZoom, .didScroll])
    #expect(view.view.isZoomBouncing && view.view.isZooming)
    view.tick(5)
    #expect(view.values(of: .didEndZooming) == [6])
    #expect(view.kinds.suffix(2) == [.didEndZooming, .settled])
  }

  @Test func `content that handles touches keeps one that stays still`() {
    var view = scroller { $0.contentHandlesTouches = true }
    view.down(1, 100, 100)
    view.tick(0.1)
    #expect(view.kinds == [])
    view.tick(0.1)
    #expect(view.kinds == [.contentTouchBegan])
    view.up(after: 0.1)
    #expect(view.kinds == [.contentTouchBegan])
  }

  @Test func `content loses its touch to a drag, unless that may not be cancelled`() {
    for cancels in [true, false] {
      var view = scroller {
        $0.contentHandlesTouches = true
        $0.canCancelContentTouches = cancels
      }
      view.down(1, 100, 100)
      view.tick(0.2)
      view.move(1, 100, 60)
      #expect(
        view.kinds
          == (cancels
            ? [.contentTouchBegan, .contentTouchCancelled, .willBeginDragging, .didScroll]
            : [.contentTouchBegan]))
    }
  }

  @Test func `a quick drag never reaches the content, and without delay it does at once`() {
    var quick = scroller { $0.contentHandlesTouches = true }
    quick.down(1, 100, 100)
    quick.move(1, 100, 60, after: 0.05)
    #expect(quick.kinds == [.willBeginDragging, .didScroll])
    var eager = scroller {
      $0.contentHandlesTouches = true
      $0.delaysContentTouches = false
    }
    eager.down(1, 100, 100)
    #expect(eager.kinds == [.contentTouchBegan])
  }

  @Test func `without bounces nothing overshoots and always bouncing counts for nothing`() {
    var view = scroller(400, 0) {
      $0.bounces = false
      $0.alwaysBounceVertical = true
    }
    view.flick(from: (100, 100), to: (100, 300))
    #expect(view.kinds == [.willBeginDragging, .didEndDragging, .settled])
    #expect(view.values(of: .didEndDragging) == [0])
    var small = Recorded(
      ScrollView(viewport: Viewport(content: Size(width: 10, height: 10), bounds: .screen)))
    small.view.options.bounces = false
    small.view.options.alwaysBounceVertical = true
    small.drag(from: (100, 100), to: (100, 300))
    #expect(small.kinds == [])
  }

  @Test func `a program that interrupts a flick ends it in order`() {
    var view = scroller()
    view.flick(from: (100, 200), to: (100, 120), steps: 4)
    view.tick(0.1)
    view.forget()
    view.perform { $0.setContentOffset(.zero, animated: false, &$1) }
    #expect(view.kinds == [.didEndDecelerating, .didScroll, .settled])
  }

  @Test func `a program that interrupts a drag ends it, and the finger counts no longer`() {
    var view = scroller()
    view.down(1, 100, 100)
    view.move(1, 100, 80)
    view.forget()
    view.perform { $0.setContentOffset(.zero, animated: false, &$1) }
    view.move(1, 100, 60)
    view.up()
    #expect(view.kinds == [.didEndDragging, .didScroll, .settled])
    #expect(view.view.viewport.contentOffset == .zero)
  }

  @Test func `a program that asks for what already shows still lets everything settle`() {
    var flicked = scroller()
    flicked.flick(from: (100, 200), to: (100, 120), steps: 4)
    flicked.tick(0.1)
    flicked.forget()
    flicked.perform { $0.setContentOffset($0.viewport.contentOffset, animated: false, &$1) }
    #expect(flicked.kinds == [.didEndDecelerating, .settled])

    // Caught beyond its edge with zooming off, the content must not stay there.
    var pulled = scroller(400, 0, limits: ZoomLimits(.none))
    pulled.drag(from: (100, 100), to: (100, 200))
    pulled.tick(0.05)
    pulled.perform { $0.setZoomScale(2, animated: false, &$1) }
    pulled.tick(5)
    #expect(pulled.view.viewport.contentOffset == Point(x: 400, y: 0))
    #expect(pulled.kinds.last == .settled)
  }

  @Test func `a resize in full flight settles`() {
    var view = scroller()
    view.flick(from: (100, 200), to: (100, 120), steps: 4)
    view.tick(0.1)
    view.forget()
    view.perform { view, log in
      view.update(&log) { $0.resize(to: Size(width: 480, height: 320)) }
    }
    #expect(view.kinds == [.didEndDecelerating, .didScroll, .settled])
    #expect(view.view.isAtRest)
  }
}
