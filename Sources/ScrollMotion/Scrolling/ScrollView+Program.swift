#if canImport(TileViewport)
  package import TileViewport
#endif

/// What a program asks of a scroll view, at once or animated.
extension ScrollView {
  package mutating func setContentOffset(_ offset: Point, animated: Bool, _ log: inout EventLog) {
    let goal = Viewport.Goal(
      zoomScale: viewport.zoomScale, contentOffset: viewport.clamped(offset))
    go(to: goal, for: .scroll, animated: animated, &log)
  }

  package mutating func scrollRectToVisible(_ rect: Rect, animated: Bool, _ log: inout EventLog) {
    guard let offset = viewport.offset(showing: rect) else { return }
    setContentOffset(offset, animated: animated, &log)
  }

  /// Scrolls by some points, as a wheel does.
  package mutating func scroll(by way: Point, _ log: inout EventLog) {
    setContentOffset(viewport.contentOffset + way, animated: false, &log)
  }

  /// A tap on the status or title bar; nothing when the option is off.
  package mutating func scrollToTop(animated: Bool, _ log: inout EventLog) {
    guard options.scrollsToTop else { return }
    let goal = Viewport.Goal(zoomScale: viewport.zoomScale, contentOffset: viewport.topOffset)
    go(to: goal, for: .scrollToTop, animated: animated, &log)
  }

  /// Zooms with the middle of the view kept.
  package mutating func setZoomScale(_ scale: Double, animated: Bool, _ log: inout EventLog) {
    setZoomScale(scale, anchor: viewport.bounds.center, animated: animated, &log)
  }

  /// Zooms with the content under a view point kept.
  package mutating func setZoomScale(
    _ scale: Double, anchor: Point, animated: Bool, _ log: inout EventLog
  ) {
    guard scale > 0, scale.isFinite else { return }
    go(to: viewport.goal(zoomScale: scale, anchor: anchor), for: .zoom, animated: animated, &log)
  }

  /// Zooms and scrolls so that a rectangle of content points just fits.
  package mutating func zoom(to rect: Rect, animated: Bool, _ log: inout EventLog) {
    go(to: viewport.goal(showing: rect), for: .zoom, animated: animated, &log)
  }

  /// Changes sizes, insets or limits; what moves comes to rest first.
  package mutating func update(_ log: inout EventLog, _ change: (inout Viewport) -> Void) {
    let before = viewport
    if !isTracking { interrupt(&log) }
    change(&viewport)
    if viewport.zoomScale != before.zoomScale { log.append(.didZoom) }
    if viewport.contentOffset != before.contentOffset { log.append(.didScroll) }
    if isTracking { reanchor() } else { rest(&log) }
  }

  private mutating func go(
    to goal: Viewport.Goal, for purpose: Animation.Purpose, animated: Bool, _ log: inout EventLog
  ) {
    interrupt(&log)
    // What was interrupted may have been on its way back into the limits.
    guard goal != viewport.current else {
      settle(&log)
      return
    }
    guard animated, !options.reducesMotion else {
      show(goal, &log)
      switch purpose {
      case .zoom: log.append(.didEndZooming, value: goal.zoomScale)
      case .scrollToTop: log.append(.didScrollToTop)
      case .scroll: break
      }
      rest(&log)
      return
    }
    let curve: Transition.Curve = options.animationCurve == .eased ? .eased : .constantSpeed
    phase = .animating(
      Animation(
        transition: Transition(
          from: viewport.current, to: goal, curve: curve, duration: options.animationDuration),
        purpose: purpose))
  }

  /// Ends what finger or momentum were doing; fingers that are down count no longer.
  private mutating func interrupt(_ log: inout EventLog) {
    stop(&log)
    if isDragOpen {
      isDragOpen = false
      log.append(.didEndDragging, value: 0)
    }
    closeZoom(&log)
    phase = .idle
  }

  /// A finger that drags goes on from where a change has put the content.
  private mutating func reanchor() {
    guard case .dragging(var drag) = phase, let location = velocity.lastPoint else { return }
    drag.anchor = location
    drag.anchorOffset = viewport.contentOffset
    phase = .dragging(drag)
  }
}
