#if canImport(TileViewport)
  import TileViewport
#endif

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
