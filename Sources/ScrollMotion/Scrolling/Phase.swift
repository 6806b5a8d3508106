#if canImport(TileViewport)
  import TileViewport
#endif

/// What a scroll view is doing right now; each state carries only what it needs.
///
/// Payloads are copied at every sample: what is large lives in the scroll view itself.
enum Phase: Equatable, Sendable {
  case idle
  case touching(Touch)
  case dragging(Drag)
  case pinching(Pinch)
  case zoomingWithOneFinger(OneFingerZoom)
  /// A finger is down and something else follows it, like the loupe: nothing scrolls.
  case frozen(pointer: Int32)
  case gliding(Glide)
  case zoomBouncing(Transition)
  case animating(Animation)
}

/// A finger that is down and has not dragged yet.
struct Touch: Equatable, Sendable {
  let pointer: Int32
  let start: Point
  var location: Point
  var elapsed = 0.0
  /// Points it may stray before it drags.
  let slop: Double
  var contentOwnsTouch = false
  /// It has moved where nothing can scroll: it will neither drag nor tap.
  var hasFailed = false
}

/// A finger that moves the content.
struct Drag: Equatable, Sendable {
  let pointer: Int32
  /// The view point from which its way counts.
  var anchor: Point
  /// The offset its way is taken from, as it would be without resistance at the edges.
  var anchorOffset: Point
  let movesHorizontally: Bool
  let movesVertically: Bool
  /// The page that was in view when it began, for each axis.
  let startPage: Point

  func moves(_ axis: Axis) -> Bool { axis == .horizontal ? movesHorizontally : movesVertically }
}

/// Two fingers that are down, and zoom once they have moved.
struct Pinch: Equatable, Sendable {
  let first: Int32
  let second: Int32
  private(set) var firstLocation: Point
  private(set) var secondLocation: Point
  /// The fingers have moved so far that it is no two-finger tap.
  private(set) var hasBegun = false
  let startDistance: Double
  let startMidpoint: Point
  /// The scale at the start, as it would be without resistance at the limits.
  let startScale: Double
  /// The content point between the fingers; it stays there.
  let contentPoint: Point

  init(
    first: Int32, second: Int32, firstLocation: Point, secondLocation: Point, startScale: Double,
    contentPoint: Point
  ) {
    self.first = first
    self.second = second
    self.firstLocation = firstLocation
    self.secondLocation = secondLocation
    self.startDistance = Self.distance(firstLocation, secondLocation)
    self.startMidpoint = firstLocation.midpoint(to: secondLocation)
    self.startScale = startScale
    self.contentPoint = contentPoint
  }

  var midpoint: Point { firstLocation.midpoint(to: secondLocation) }

  /// How much wider apart the fingers are than at the start.
  var factor: Double { Self.distance(firstLocation, secondLocation) / startDistance }

  mutating func move(_ pointer: Int32, to point: Point, slop: Double) {
    if pointer == first { firstLocation = point } else { secondLocation = point }
    let spread = abs(Self.distance(firstLocation, secondLocation) - startDistance)
    if spread > slop || (midpoint - startMidpoint).length > slop { hasBegun = true }
  }

  /// Never below a point: fingers on one spot would zoom without end.
  private static func distance(_ a: Point, _ b: Point) -> Double { max(1, (a - b).length) }
}

/// Content that moves by itself after a drag.
struct Glide: Equatable, Sendable {
  var horizontal: AxisMotion
  var vertical: AxisMotion

  var isStill: Bool { horizontal.isStill && vertical.isStill }

  mutating func advance(by step: Double) {
    horizontal.advance(by: step)
    vertical.advance(by: step)
  }

  var position: Point { Point(x: horizontal.position, y: vertical.position) }
}

/// A change that the program asked for, on its way.
struct Animation: Equatable, Sendable {
  enum Purpose: Equatable, Sendable {
    case scroll
    case scrollToTop
    case zoom
  }

  var transition: Transition
  let purpose: Purpose
}
