#if canImport(TileViewport)
  package import TileViewport
#endif

/// A scroll view with all its gestures: taps, one-finger zoom, long press and loupe.
///
/// Each gesture is a machine of its own; here they are fed, and it is decided who gives way.
package struct InteractiveView: Equatable, Sendable {
  package struct Options: Equatable, Sendable {
    package enum DoubleTap: Equatable, Sendable {
      /// Between all of the content and a close look, as Photos has it.
      case toggle
      /// One step closer, as Maps has it.
      case step
      /// To where nothing of the view is empty, then closer in steps, and back to all of the
      /// content: for images so large that a close look is far away.
      case approach
      case off
    }

    package var doubleTap = DoubleTap.toggle
    package var zoomsOutOnTwoFingerTap = true
    package var zoomsWithOneFinger = true
    package var showsLoupe = true
    /// The factor of a step.
    package var stepFactor = 1.5

    package init() {}
  }

  package var scroll: ScrollView
  package var options: Options
  package var taps = TapMachine()
  package var longPress = LongPress()
  /// Where the loupe is, in view points, while it shows.
  package private(set) var loupe: Point?
  private var fingersDown = 0
  /// The scale before a second tap came down; what its finger did meanwhile was no zoom.
  private var scaleBeforeTap = 1.0

  package init(scroll: ScrollView, options: Options = Options()) {
    self.scroll = scroll
    self.options = options
  }

  package var viewport: Viewport { scroll.viewport }

  /// Taps that turn pages count only while all of the page is in view and nothing zooms.
  @inline(never)
  package var tapTurnsPage: Bool {
    !scroll.isZooming && !scroll.isZoomBouncing && viewport.isAtFit
  }

  package mutating func touchDown(
    _ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog
  ) {
    advance(to: time, &log)
    fingersDown += 1
    let scale = viewport.zoomScale
    let moved = !scroll.isAtRest
    scroll.touchDown(pointer, at: point, time: time, &log)
    let tapCount = taps.began(pointer, at: point, time: time)
    guard fingersDown == 1 else {
      longPress.cancel()
      return
    }
    // A touch that catches moving content is no tap.
    if moved { taps.cancel() }
    if tapCount == 2 {
      scaleBeforeTap = scale
      if options.zoomsWithOneFinger { scroll.beginOneFingerZoom(pointer, at: point) }
    } else if options.showsLoupe {
      longPress.began(pointer, at: point, time: time)
    }
  }

  package mutating func touchMoved(
    _ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog
  ) {
    advance(to: time, &log)
    guard loupe == nil else {
      guard case .frozen(let held) = scroll.phase, held == pointer else { return }
      loupe = point
      log.append(.loupeMoved, at: point)
      return
    }
    taps.moved(pointer, to: point)
    longPress.moved(pointer, to: point)
    scroll.touchMoved(pointer, at: point, time: time, &log)
    if scroll.isDragging || isPinching {
      taps.cancel()
      longPress.cancel()
    }
  }

  package mutating func touchUp(
    _ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog
  ) {
    advance(to: time, &log)
    fingersDown = max(0, fingersDown - 1)
    longPress.cancel()
    if loupe != nil, case .frozen(let held) = scroll.phase, held == pointer {
      loupe = nil
      log.append(.loupeEnded, at: point)
    }
    scroll.touchUp(pointer, time: time, &log)
    if let tap = taps.ended(pointer, at: point, time: time) { act(on: tap, &log) }
  }

  package mutating func touchesCancelled(_ log: inout EventLog) {
    fingersDown = 0
    longPress.cancel()
    taps.touchesCancelled()
    if let point = loupe {
      loupe = nil
      log.append(.loupeCancelled, at: point)
    }
    scroll.touchesCancelled(&log)
  }

  /// Lets time pass; the same in one step or in many.
  package mutating func tick(_ step: Double, _ log: inout EventLog) {
    scroll.tick(step, &log)
    if let tap = taps.advance(to: scroll.clock) { act(on: tap, &log) }
    if let press = longPress.advance(to: scroll.clock) {
      scroll.freeze(press.pointer)
      guard case .frozen = scroll.phase else { return }
      taps.cancel()
      loupe = press.location
      log.append(.loupeBegan, at: press.location)
    }
  }

  @inline(never)
  package mutating func advance(to time: Double, _ log: inout EventLog) {
    tick(time - scroll.clock, &log)
  }

  // MARK: what taps do

  private mutating func act(on tap: TapMachine.Tap, _ log: inout EventLog) {
    switch tap {
    case .single(let point): log.append(.singleTap, at: point)
    case .double(let point):
      log.append(.doubleTap, at: point)
      zoomIn(at: point, &log)
    case .twoFinger(let point):
      log.append(.twoFingerTap, at: point)
      guard options.zoomsOutOnTwoFingerTap else { return }
      zoom(by: 1 / options.stepFactor, anchor: point, animated: true, &log)
    }
  }

  private mutating func zoomIn(at point: Point, _ log: inout EventLog) {
    switch options.doubleTap {
    case .off: break
    case .step: zoom(by: options.stepFactor, anchor: point, animated: true, &log)
    case .toggle:
      scroll.setZoomScale(
        viewport.toggledScale(from: scaleBeforeTap), anchor: point, animated: true, &log)
    case .approach:
      scroll.setZoomScale(
        viewport.approachedScale(from: scaleBeforeTap), anchor: point, animated: true, &log)
    }
  }

  /// Zooms by a factor with the content under a view point kept.
  package mutating func zoom(
    by factor: Double, anchor: Point, animated: Bool, _ log: inout EventLog
  ) {
    scroll.setZoomScale(
      scroll.restingGoal.zoomScale * factor, anchor: anchor, animated: animated, &log)
  }

  private var isPinching: Bool {
    if case .pinching(let pinch) = scroll.phase { return pinch.hasBegun }
    return false
  }
}
