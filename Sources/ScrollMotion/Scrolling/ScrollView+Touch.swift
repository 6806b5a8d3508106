#if canImport(TileViewport)
  package import TileViewport
#endif

/// Fingers: down, moving, up. Times are seconds on the clock of ``advance(to:_:)``.
extension ScrollView {
  package mutating func touchDown(
    _ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog
  ) {
    advance(to: time, &log)
    switch phase {
    case .idle, .gliding, .zoomBouncing, .animating:
      stop(&log)
      beginTouch(pointer, at: point, slop: options.dragSlop, time: time, &log)
    case .touching(let touch) where !touch.contentOwnsTouch:
      beginPinch(touch.pointer, at: touch.location, and: pointer, at: point, &log)
    case .dragging(let drag):
      let location = velocity.lastPoint ?? drag.anchor
      beginPinch(drag.pointer, at: location, and: pointer, at: point, &log)
    case .zoomingWithOneFinger:
      // Another finger ends it; the zoom stays.
      settle(&log)
    case .touching, .pinching, .frozen: break
    }
  }

  package mutating func touchMoved(
    _ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog
  ) {
    advance(to: time, &log)
    switch phase {
    case .touching(var touch) where touch.pointer == pointer:
      touch.location = point
      velocity.add(point, at: time)
      phase = .touching(touch)
      if dragTranslation(touch) != nil { beginDrag(touch, &log) }
    case .dragging(let drag) where drag.pointer == pointer:
      velocity.add(point, at: time)
      follow(drag, to: point, &log)
    case .pinching(let pinch) where pinch.first == pointer || pinch.second == pointer:
      follow(pinch, moved: pointer, to: point, &log)
    case .zoomingWithOneFinger(let zoom) where zoom.pointer == pointer:
      follow(zoom, to: point, &log)
    case .idle, .touching, .dragging, .pinching, .zoomingWithOneFinger, .frozen, .gliding,
      .zoomBouncing, .animating:
      break
    }
  }

  package mutating func touchUp(_ pointer: Int32, time: Double, _ log: inout EventLog) {
    advance(to: time, &log)
    switch phase {
    case .touching(let touch) where touch.pointer == pointer: settle(&log)
    case .dragging(let drag) where drag.pointer == pointer:
      release(drag, velocity: velocity.velocity(at: time), &log)
    case .pinching(let pinch) where pinch.first == pointer || pinch.second == pointer:
      leave(pinch, lifted: pointer, time: time, &log)
    case .zoomingWithOneFinger(let zoom) where zoom.pointer == pointer: settle(&log)
    case .frozen(let held) where held == pointer: settle(&log)
    case .idle, .touching, .dragging, .pinching, .zoomingWithOneFinger, .frozen, .gliding,
      .zoomBouncing, .animating:
      break
    }
  }

  /// The system took the touches away: what they did stays, and comes to rest within its limits.
  package mutating func touchesCancelled(_ log: inout EventLog) {
    switch phase {
    case .dragging(let drag): release(drag, velocity: .zero, &log)
    case .touching, .pinching, .zoomingWithOneFinger, .frozen: settle(&log)
    case .idle, .gliding, .zoomBouncing, .animating: break
    }
  }

  /// Another gesture takes this finger: nothing scrolls until it lifts.
  package mutating func freeze(_ pointer: Int32) {
    guard case .touching(let touch) = phase, touch.pointer == pointer else { return }
    phase = .frozen(pointer: pointer)
  }

  /// How far a finger would have dragged with a sample, when that sample would begin a drag.
  ///
  /// A question for whoever decides between nested scroll views, asked before the sample is fed.
  package func wouldBeginDrag(_ pointer: Int32, at point: Point) -> Point? {
    guard case .touching(var touch) = phase, touch.pointer == pointer else { return nil }
    touch.location = point
    return touch.hasFailed ? nil : strayed(touch)
  }

  // MARK: touch

  private mutating func beginTouch(
    _ pointer: Int32, at point: Point, slop: Double, time: Double, _ log: inout EventLog
  ) {
    var touch = Touch(pointer: pointer, start: point, location: point, slop: slop)
    velocity = VelocityTracker()
    velocity.add(point, at: time)
    touch.contentOwnsTouch = options.contentHandlesTouches && !options.delaysContentTouches
    phase = .touching(touch)
    if touch.contentOwnsTouch { log.append(.contentTouchBegan, at: point) }
  }

  private func strayed(_ touch: Touch) -> Point? {
    let way = touch.location - touch.start
    return way.length > touch.slop ? way : nil
  }

  private func dragTranslation(_ touch: Touch) -> Point? {
    guard !touch.hasFailed, !touch.contentOwnsTouch || options.canCancelContentTouches else {
      return nil
    }
    return strayed(touch)
  }

  // MARK: drag

  private mutating func beginDrag(_ touch: Touch, _ log: inout EventLog) {
    guard let way = strayed(touch) else { return }
    let axes = dragAxes(way)
    guard axes.horizontal || axes.vertical else {
      var failed = touch
      failed.hasFailed = true
      phase = .touching(failed)
      return
    }
    if touch.contentOwnsTouch { log.append(.contentTouchCancelled, at: touch.location) }
    // The content does not jump by the slop: its way counts from where the slop ended.
    let anchor = touch.start + way * (touch.slop / way.length)
    let drag = Drag(
      pointer: touch.pointer, anchor: anchor, anchorOffset: rawOffset,
      movesHorizontally: axes.horizontal, movesVertically: axes.vertical,
      startPage: PagingRule.pages(of: viewport))
    phase = .dragging(drag)
    if !isDragOpen {
      isDragOpen = true
      isUnsettled = true
      log.append(.willBeginDragging)
    }
    follow(drag, to: touch.location, &log)
  }

  private func dragAxes(_ way: Point) -> (horizontal: Bool, vertical: Bool) {
    let ratio = options.directionalLockRatio
    let locksHorizontally =
      options.isDirectionalLockEnabled && abs(way.x) >= ratio * abs(way.y)
    let locksVertically = options.isDirectionalLockEnabled && abs(way.y) >= ratio * abs(way.x)
    return (
      canScroll(.horizontal) && !locksVertically, canScroll(.vertical) && !locksHorizontally
    )
  }

  /// The offset as it would be without resistance.
  private var rawOffset: Point {
    let (x, y) = (viewport.offsetRange(.horizontal), viewport.offsetRange(.vertical))
    let offset = viewport.contentOffset
    return Point(
      x: x.unbanded(offset.x, dimension: viewport.bounds.width),
      y: y.unbanded(offset.y, dimension: viewport.bounds.height))
  }

  private mutating func follow(_ drag: Drag, to point: Point, _ log: inout EventLog) {
    var offset = viewport.contentOffset
    if drag.movesHorizontally { offset.x = shown(drag, .horizontal, point) }
    if drag.movesVertically { offset.y = shown(drag, .vertical, point) }
    show(offset: offset, &log)
  }

  private func shown(_ drag: Drag, _ axis: Axis, _ point: Point) -> Double {
    let raw = drag.anchorOffset[axis] + drag.anchor[axis] - point[axis]
    let range = viewport.offsetRange(axis)
    return options.bounces
      ? range.banded(raw, dimension: viewport.bounds[axis]) : range.clamp(raw)
  }

  // MARK: pinch

  private mutating func beginPinch(
    _ first: Int32, at firstLocation: Point, and second: Int32, at secondLocation: Point,
    _ log: inout EventLog
  ) {
    guard options.isZoomEnabled, !viewport.zoomRange.isFixed else { return }
    let midpoint = firstLocation.midpoint(to: secondLocation)
    phase = .pinching(
      Pinch(
        first: first, second: second, firstLocation: firstLocation, secondLocation: secondLocation,
        startScale: rawScale(viewport.zoomScale),
        contentPoint: viewport.contentPoint(under: midpoint)))
  }

  private mutating func follow(
    _ pinch: Pinch, moved pointer: Int32, to point: Point, _ log: inout EventLog
  ) {
    var pinch = pinch
    pinch.move(pointer, to: point, slop: options.pinchSlop)
    phase = .pinching(pinch)
    guard pinch.hasBegun else { return }
    openZoom(&log)
    let scale = shownScale(pinch.startScale * pinch.factor)
    let offset = pinch.contentPoint * scale - pinch.midpoint
    let goal = Viewport.Goal(
      zoomScale: scale,
      contentOffset: options.bounces ? offset : viewport.clamped(offset, zoomScale: scale))
    show(goal, &log)
  }

  /// One finger has left: the other may drag on from where it is.
  private mutating func leave(
    _ pinch: Pinch, lifted pointer: Int32, time: Double, _ log: inout EventLog
  ) {
    if isWithinLimits { closeZoom(&log) }
    let firstLifted = pinch.first == pointer
    beginTouch(
      firstLifted ? pinch.second : pinch.first,
      at: firstLifted ? pinch.secondLocation : pinch.firstLocation,
      slop: pinch.hasBegun || isDragOpen ? 0 : options.dragSlop, time: time, &log)
  }

  /// What shows of a scale asked for by the fingers: beyond a limit only a part of the excess.
  private func shownScale(_ raw: Double) -> Double {
    let range = viewport.zoomRange
    guard options.bouncesZoom else { return range.clamp(raw) }
    if raw > range.maximum {
      return range.maximum + (raw - range.maximum) * options.zoomOvershootAbove
    }
    if raw < range.minimum {
      return range.minimum - (range.minimum - raw) * options.zoomOvershootBelow
    }
    return raw
  }

  /// Undoes ``shownScale(_:)``, so that fingers which catch a bouncing zoom don't make it jump.
  private func rawScale(_ shown: Double) -> Double {
    let range = viewport.zoomRange
    if shown > range.maximum, options.zoomOvershootAbove > 0 {
      return range.maximum + (shown - range.maximum) / options.zoomOvershootAbove
    }
    if shown < range.minimum, options.zoomOvershootBelow > 0 {
      // The scale itself stays above 0, whatever is asked for.
      return max(
        range.minimum * 0.01, range.minimum - (range.minimum - shown) / options.zoomOvershootBelow)
    }
    return shown
  }

  var isWithinLimits: Bool {
    viewport.zoomRange.contains(viewport.zoomScale) && viewport.isWithinRange
  }

  // MARK: one-finger zoom

  /// A finger that came down for the second time of a double tap zooms until it lifts.
  package mutating func beginOneFingerZoom(_ pointer: Int32, at point: Point) {
    guard case .touching(let touch) = phase, touch.pointer == pointer,
      options.isZoomEnabled, !viewport.zoomRange.isFixed
    else { return }
    phase = .zoomingWithOneFinger(
      OneFingerZoom(
        pointer: pointer, at: point, zoomScale: viewport.zoomScale, options: options.oneFingerZoom))
  }

  private mutating func follow(_ zoom: OneFingerZoom, to point: Point, _ log: inout EventLog) {
    var zoom = zoom
    let scale = zoom.move(to: point, zoomScale: viewport.zoomScale)
    phase = .zoomingWithOneFinger(zoom)
    let goal = viewport.goal(zoomScale: scale)
    if goal.zoomScale != viewport.zoomScale { openZoom(&log) }
    show(goal, &log)
  }
}
