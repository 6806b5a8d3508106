#if canImport(TileViewport)
  package import TileViewport
#endif

/// Tells single, double and two-finger taps apart; Apple's TapDetectingImageView as a value.
package struct TapMachine: Equatable, Sendable {
  package enum Tap: Equatable, Sendable {
    case single(Point)
    case double(Point)
    case twoFinger(Point)
  }

  package struct Options: Equatable, Sendable {
    /// Seconds after a tap in which a second one makes it double.
    package var doubleTapDelay = 0.35
    /// Points a finger may move, and a second tap may be away from the first.
    package var slop = 10.0
    package var doubleTapDistance = 40.0
    /// Seconds after which lifting is no tap any more.
    package var longestTap = 0.75

    package init() {}
  }

  private struct Finger: Equatable, Sendable {
    var pointer: Int32 = 0
    var start = Point.zero
    var time = 0.0
    var tapCount: Int32 = 0
    var isDown = false
  }

  private struct LastTap: Equatable, Sendable {
    var point: Point
    var time: Double
    var count: Int32
  }

  private struct PendingTap: Equatable, Sendable {
    var point: Point
    var due: Double
  }

  package var options: Options
  private var first = Finger()
  private var second = Finger()
  private var fingersDown = 0
  private var multipleTouches = false
  private var twoFingerTapIsPossible = true
  private var isCancelled = false
  /// Where the first of two fingers lifted.
  private var liftedAt: Point?
  private var lastTap: LastTap?
  private var pending: PendingTap?

  package init(options: Options = Options()) { self.options = options }

  /// A tap may still become a double one: time must pass before it counts.
  package var isWaiting: Bool { pending != nil }

  /// A finger comes down.
  ///
  /// - Returns: the number of the tap that it begins: 2 at the second touch-down of a double tap.
  package mutating func began(_ pointer: Int32, at point: Point, time: Double) -> Int32 {
    pending = nil
    fingersDown += 1
    let count = tapCount(at: point, time: time)
    let finger = Finger(pointer: pointer, start: point, time: time, tapCount: count, isDown: true)
    switch fingersDown {
    case 1: first = finger
    case 2:
      second = finger
      multipleTouches = true
    default:
      multipleTouches = true
      twoFingerTapIsPossible = false
    }
    return count
  }

  package mutating func moved(_ pointer: Int32, to point: Point) {
    if strays(first, pointer, point) || strays(second, pointer, point) { cancel() }
  }

  /// A finger lifts where it is.
  package mutating func ended(_ pointer: Int32, at point: Point, time: Double) -> Tap? {
    guard fingersDown > 0 else { return nil }
    fingersDown -= 1
    let tap = isCancelled ? nil : recognise(pointer, at: point, time: time)
    if fingersDown == 0 { reset() }
    return tap
  }

  /// The touches became something else: a scroll, a zoom, a long press.
  package mutating func cancel() {
    isCancelled = true
    lastTap = nil
    pending = nil
  }

  /// The system took all touches away.
  package mutating func touchesCancelled() {
    cancel()
    fingersDown = 0
    reset()
  }

  /// Time has come to a moment; a tap that stayed alone until then was a single one.
  package mutating func advance(to time: Double) -> Tap? {
    guard let tap = pending, time >= tap.due else { return nil }
    pending = nil
    return .single(tap.point)
  }

  private mutating func recognise(_ pointer: Int32, at point: Point, time: Double) -> Tap? {
    let finger = pointer == first.pointer && first.isDown ? first : second
    if pointer == first.pointer { first.isDown = false } else { second.isDown = false }
    guard time - finger.time <= options.longestTap else {
      cancel()
      return nil
    }
    return multipleTouches
      ? endOfTwo(finger, at: point) : endOfOne(finger, at: point, time: time)
  }

  private mutating func endOfOne(_ finger: Finger, at point: Point, time: Double) -> Tap? {
    lastTap = LastTap(point: point, time: time, count: finger.tapCount)
    switch finger.tapCount {
    case 1:
      pending = PendingTap(point: point, due: time + options.doubleTapDelay)
      return nil
    case 2: return .double(point)
    default: return nil
    }
  }

  private mutating func endOfTwo(_ finger: Finger, at point: Point) -> Tap? {
    lastTap = nil
    guard twoFingerTapIsPossible, finger.tapCount == 1 else {
      twoFingerTapIsPossible = false
      return nil
    }
    guard let liftedAt else {
      self.liftedAt = point
      return nil
    }
    return fingersDown == 0 ? .twoFinger(liftedAt.midpoint(to: point)) : nil
  }

  private func tapCount(at point: Point, time: Double) -> Int32 {
    guard let lastTap, time - lastTap.time < options.doubleTapDelay,
      (point - lastTap.point).length <= options.doubleTapDistance
    else { return 1 }
    return lastTap.count + 1
  }

  private func strays(_ finger: Finger, _ pointer: Int32, _ point: Point) -> Bool {
    finger.isDown && finger.pointer == pointer && (point - finger.start).length > options.slop
  }

  private mutating func reset() {
    multipleTouches = false
    twoFingerTapIsPossible = true
    isCancelled = false
    liftedAt = nil
    first = Finger()
    second = Finger()
  }
}
