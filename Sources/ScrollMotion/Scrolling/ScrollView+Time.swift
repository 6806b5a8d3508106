#if canImport(TileViewport)
  import TileViewport
#endif

/// The passing of time.
extension ScrollView {
  /// Lets time pass; the same in one step or in many.
  package mutating func tick(_ step: Double, _ log: inout EventLog) {
    guard step > 0, step.isFinite else { return }
    clock += step
    switch phase {
    case .gliding(var glide):
      glide.advance(by: step)
      phase = .gliding(glide)
      show(offset: glide.position, &log)
      if glide.isStill {
        log.append(.didEndDecelerating)
        rest(&log)
      }
    case .zoomBouncing(var transition):
      transition.advance(by: step)
      phase = .zoomBouncing(transition)
      show(transition.now, &log)
      if transition.isDone {
        closeZoom(&log)
        rest(&log)
      }
    case .animating(var animation):
      animation.transition.advance(by: step)
      phase = .animating(animation)
      show(animation.transition.now, &log)
      if animation.transition.isDone { end(animation, &log) }
    case .touching(var touch):
      touch.elapsed += step
      phase = .touching(touch)
      giveTouchToContent(&log)
    case .idle, .dragging, .pinching, .zoomingWithOneFinger, .frozen: break
    }
  }

  /// Lets time pass up to a moment; one that is past already changes nothing.
  package mutating func advance(to time: Double, _ log: inout EventLog) {
    tick(time - clock, &log)
  }

  mutating func end(_ animation: Animation, _ log: inout EventLog) {
    switch animation.purpose {
    case .zoom: log.append(.didEndZooming, value: viewport.zoomScale)
    case .scroll: log.append(.didEndScrollingAnimation)
    case .scrollToTop:
      log.append(.didEndScrollingAnimation)
      log.append(.didScrollToTop)
    }
    rest(&log)
  }

  /// Content that takes touches gets its touch after a moment of stillness.
  private mutating func giveTouchToContent(_ log: inout EventLog) {
    guard case .touching(var touch) = phase, options.contentHandlesTouches,
      !touch.contentOwnsTouch, !touch.hasFailed, touch.elapsed >= options.contentTouchDelay
    else { return }
    touch.contentOwnsTouch = true
    phase = .touching(touch)
    log.append(.contentTouchBegan, at: touch.location)
  }
}
