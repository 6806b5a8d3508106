#if canImport(TileViewport)
  package import TileViewport
#endif

/// A scroll view in motion: a viewport, and what finger, momentum and program do to it.
///
/// Fed with pointer samples and the passing of time, it changes its viewport and tells its events
/// in UIScrollViewDelegate's order. It has no clock and no chance: the same calls make the same
/// states and events, natively and in the browser, and one long step of time the same as many
/// short ones.
package struct ScrollView: Equatable, Sendable {
  package internal(set) var viewport: Viewport
  package var options: ScrollOptions
  /// Seconds; the time up to which everything has been worked out.
  package internal(set) var clock = 0.0
  var phase = Phase.idle
  /// The latest samples of the finger that touches or drags.
  var velocity = VelocityTracker()
  /// `willBeginZooming` was told, `didEndZooming` not yet.
  var isZoomOpen = false
  /// `willBeginDragging` was told, `didEndDragging` not yet.
  var isDragOpen = false
  /// Something changed since `settled` was last told.
  var isUnsettled = false

  package init(viewport: Viewport, options: ScrollOptions = ScrollOptions()) {
    self.viewport = viewport
    self.options = options
  }

  // MARK: flags

  /// A finger is down.
  package var isTracking: Bool {
    switch phase {
    case .touching, .dragging, .pinching, .zoomingWithOneFinger, .frozen: true
    case .idle, .gliding, .zoomBouncing, .animating: false
    }
  }

  /// A finger is down and has moved the content.
  package var isDragging: Bool { isDragOpen }

  /// Coasting after a flick, or springing back from beyond an edge.
  package var isDecelerating: Bool {
    if case .gliding = phase { return true }
    return false
  }

  /// The zoom scale is changing, or about to.
  package var isZooming: Bool {
    if case .animating(let animation) = phase { return animation.purpose == .zoom }
    return isZoomOpen
  }

  /// The zoom scale is on its way back to its limit.
  package var isZoomBouncing: Bool {
    if case .zoomBouncing(let transition) = phase { return transition.zooms }
    return false
  }

  package var isAtRest: Bool {
    if case .idle = phase { return true }
    return false
  }

  // MARK: axes

  /// Points that count as arrived: half a device pixel.
  var tolerance: Double { 0.5 / viewport.devicePixelRatio }

  /// A finger may move the content along an axis.
  package func canScroll(_ axis: Axis) -> Bool {
    guard options.isScrollEnabled else { return false }
    return !viewport.offsetRange(axis).isPoint || options.alwaysBounces(axis)
  }

  /// The content has something left to show in the direction in which the offset would move.
  @inline(never)
  package func canScroll(_ axis: Axis, towards direction: Double) -> Bool {
    guard options.isScrollEnabled else { return false }
    let range = viewport.offsetRange(axis)
    let offset = viewport.contentOffset[axis]
    // Half a device pixel from the edge is at the edge.
    return direction > 0 ? offset < range.maximum - tolerance : offset > range.minimum + tolerance
  }

  // MARK: changes with their events

  /// Moves the viewport and tells of what changed.
  mutating func show(_ goal: Viewport.Goal, _ log: inout EventLog) {
    let zooms = goal.zoomScale != viewport.zoomScale
    let scrolls = goal.contentOffset != viewport.contentOffset
    viewport.move(to: goal)
    isUnsettled = isUnsettled || zooms || scrolls
    if zooms { log.append(.didZoom) }
    if scrolls { log.append(.didScroll) }
  }

  mutating func show(offset: Point, _ log: inout EventLog) {
    show(Viewport.Goal(zoomScale: viewport.zoomScale, contentOffset: offset), &log)
  }

  mutating func openZoom(_ log: inout EventLog) {
    guard !isZoomOpen else { return }
    isZoomOpen = true
    isUnsettled = true
    log.append(.willBeginZooming)
  }

  mutating func closeZoom(_ log: inout EventLog) {
    guard isZoomOpen else { return }
    isZoomOpen = false
    log.append(.didEndZooming, value: viewport.zoomScale)
  }

  @inline(never)
  mutating func rest(_ log: inout EventLog) {
    phase = .idle
    guard isUnsettled else { return }
    isUnsettled = false
    log.append(.settled)
  }
}
