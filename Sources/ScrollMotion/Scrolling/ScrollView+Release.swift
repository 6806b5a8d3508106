#if canImport(TileViewport)
  package import TileViewport
#endif

/// What happens when the last finger lifts, and how motion is stopped.
extension ScrollView {
  /// Ends a drag: it coasts, springs back, goes to a page, or stays.
  mutating func release(_ drag: Drag, velocity finger: Point, _ log: inout EventLog) {
    isDragOpen = false
    guard !isZoomOpen, viewport.zoomRange.contains(viewport.zoomScale) else {
      log.append(.didEndDragging, value: 0)
      settle(&log)
      return
    }
    // The offset moves against the finger.
    let velocity = finger * -1
    let flicked = velocity.length >= options.minimumFlickVelocity ? velocity : .zero
    let glide =
      options.isPagingEnabled
      ? pagingGlide(drag, velocity: velocity)
      : Glide(
        horizontal: motion(.horizontal, drag, velocity: flicked.x),
        vertical: motion(.vertical, drag, velocity: flicked.y))
    guard !glide.isStill else {
      log.append(.didEndDragging, value: 0)
      rest(&log)
      return
    }
    log.append(.didEndDragging, value: 1)
    log.append(.willBeginDecelerating)
    begin(glide, &log)
  }

  /// Without motion a glide is over at once: in its range, and not any further than the finger.
  private mutating func begin(_ glide: Glide, _ log: inout EventLog) {
    phase = .gliding(glide)
    guard options.reducesMotion else { return }
    show(offset: viewport.clamped(restOffset(of: glide)), &log)
    log.append(.didEndDecelerating)
    rest(&log)
  }

  private func restOffset(of glide: Glide) -> Point {
    guard options.isPagingEnabled else { return viewport.contentOffset }
    var end = glide
    end.advance(by: 60)
    return end.position
  }

  private func motion(_ axis: Axis, _ drag: Drag, velocity: Double) -> AxisMotion {
    let offset = viewport.contentOffset[axis]
    let range = viewport.offsetRange(axis)
    guard range.contains(offset) else {
      return AxisMotion(
        springing: offset, to: range.clamp(offset), velocity: drag.moves(axis) ? velocity : 0,
        tolerance: tolerance)
    }
    guard drag.moves(axis), velocity != 0, options.bounces || canScroll(axis, towards: velocity)
    else { return AxisMotion(resting: offset) }
    return AxisMotion(
      coasting: offset, velocity: velocity, range: range, rate: options.decelerationRate,
      law: options.decelerationLaw, bounces: options.bounces, tolerance: tolerance)
  }

  private func pagingGlide(_ drag: Drag, velocity: Point) -> Glide {
    let target = viewport.clamped(
      options.pagingRule.offset(
        releasing: viewport, velocity: velocity, startPage: drag.startPage))
    return Glide(
      horizontal: pageMotion(.horizontal, drag, to: target.x, velocity: velocity.x),
      vertical: pageMotion(.vertical, drag, to: target.y, velocity: velocity.y))
  }

  private func pageMotion(
    _ axis: Axis, _ drag: Drag, to target: Double, velocity: Double
  ) -> AxisMotion {
    let offset = viewport.contentOffset[axis]
    guard offset != target else { return AxisMotion(resting: offset) }
    // A page comes to rest without passing its place: no faster than the spring can catch.
    let limit = Spring.frequency * abs(target - offset)
    return AxisMotion(
      springing: offset, to: target,
      velocity: drag.moves(axis) ? min(max(velocity, -limit), limit) : 0, tolerance: tolerance)
  }

  /// No finger is down any more and nothing was flicked: back into the limits, or to rest.
  mutating func settle(_ log: inout EventLog) {
    if isDragOpen {
      isDragOpen = false
      log.append(.didEndDragging, value: 0)
    }
    guard !isWithinLimits else {
      closeZoom(&log)
      rest(&log)
      return
    }
    isUnsettled = true
    if !isZoomOpen, viewport.zoomRange.contains(viewport.zoomScale) {
      springBack(&log)
    } else {
      bounceZoom(&log)
    }
  }

  private mutating func springBack(_ log: inout EventLog) {
    let goal = viewport.clamped(viewport.contentOffset)
    let offset = viewport.contentOffset
    log.append(.willBeginDecelerating)
    begin(
      Glide(
        horizontal: AxisMotion(
          springing: offset.x, to: goal.x, velocity: 0, tolerance: tolerance),
        vertical: AxisMotion(springing: offset.y, to: goal.y, velocity: 0, tolerance: tolerance)),
      &log)
  }

  private mutating func bounceZoom(_ log: inout EventLog) {
    let goal = viewport.goalWithinLimits
    guard !options.reducesMotion else {
      show(goal, &log)
      closeZoom(&log)
      rest(&log)
      return
    }
    phase = .zoomBouncing(
      Transition(
        bouncingFrom: viewport.current, to: goal,
        reach: max(viewport.bounds.width, viewport.bounds.height), tolerance: tolerance))
  }

  /// Stops whatever moves, where it is.
  mutating func stop(_ log: inout EventLog) {
    switch phase {
    case .gliding:
      phase = .idle
      log.append(.didEndDecelerating)
    case .animating(let animation):
      phase = .idle
      log.append(
        animation.purpose == .zoom ? .didEndZooming : .didEndScrollingAnimation,
        value: animation.purpose == .zoom ? viewport.zoomScale : 0)
    case .zoomBouncing: phase = .idle
    case .idle, .touching, .dragging, .pinching, .zoomingWithOneFinger, .frozen: break
    }
  }

  /// Where the content will come to rest if nothing disturbs it; where it is, unless it moves.
  package var restingGoal: Viewport.Goal {
    switch phase {
    case .gliding(var glide):
      glide.advance(by: 60)
      return Viewport.Goal(
        zoomScale: viewport.zoomScale, contentOffset: viewport.clamped(glide.position))
    case .zoomBouncing(let transition): return transition.end
    case .animating(let animation): return animation.transition.end
    case .idle, .touching, .dragging, .pinching, .zoomingWithOneFinger, .frozen:
      return viewport.current
    }
  }
}

extension Viewport {
  /// The nearest zoom and offset within the limits, with the middle of the view kept.
  var goalWithinLimits: Goal {
    let next = zoomRange.clamp(zoomScale)
    let offset = (contentOffset + bounds.center) * (next / zoomScale) - bounds.center
    return Goal(zoomScale: next, contentOffset: clamped(offset, zoomScale: next))
  }
}
