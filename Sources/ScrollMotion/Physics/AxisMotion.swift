#if canImport(TileViewport)
  import TileViewport
#endif

/// What one axis does after the finger has let go: coast, spring back, or nothing.
///
/// Positions are functions of the time since the motion began, so that one long step and many
/// short ones end in the same place.
struct AxisMotion: Equatable, Sendable {
  enum Course: Equatable, Sendable {
    case still
    case coasting(Deceleration, until: Double, hit: Hit?)
    case springing(Spring, until: Double)
  }

  /// An edge that coasting will pass, and what happens there.
  struct Hit: Equatable, Sendable {
    let edge: Double
    let time: Double
    let bounces: Bool
  }

  private(set) var position: Double
  private var course: Course
  private var elapsed = 0.0
  /// What counts as arrived, in points.
  private let tolerance: Double

  var isStill: Bool {
    if case .still = course { return true }
    return false
  }

  /// Stays where it is.
  init(resting position: Double) {
    self.position = position
    self.course = .still
    self.tolerance = 0
  }

  /// Coasts from a position inside its range; behind an edge it bounces, or stops there.
  init(
    coasting position: Double, velocity: Double, range: AxisRange, rate: Deceleration.Rate,
    law: Deceleration.Law, bounces: Bool, tolerance: Double
  ) {
    let coast = Deceleration(start: position, velocity: velocity, rate: rate, law: law)
    let edge = velocity > 0 ? range.maximum : range.minimum
    let passes = velocity > 0 ? coast.rest > edge : coast.rest < edge
    let hit = passes ? coast.time(toReach: edge) : nil
    let until = coast.duration(within: tolerance)
    self.position = position
    self.tolerance = tolerance
    self.course =
      until > 0 || hit != nil
      ? .coasting(
        coast, until: until, hit: hit.map { Hit(edge: edge, time: $0, bounces: bounces) })
      : .still
  }

  /// Springs to a target.
  init(springing position: Double, to target: Double, velocity: Double, tolerance: Double) {
    let spring = Spring(start: position, target: target, velocity: velocity)
    self.position = position
    self.tolerance = tolerance
    self.course = .springing(spring, until: spring.duration(within: tolerance))
  }

  mutating func advance(by step: Double) {
    elapsed += step
    switch course {
    case .still: break
    case .coasting(let coast, let until, let hit):
      if let hit, elapsed >= hit.time {
        arrive(at: hit, velocity: coast.velocity(at: hit.time))
      } else if elapsed >= until, hit == nil {
        position = coast.rest
        course = .still
      } else {
        position = coast.position(at: elapsed)
      }
    case .springing(let spring, let until): follow(spring, until: until)
    }
  }

  private mutating func arrive(at hit: Hit, velocity: Double) {
    elapsed -= hit.time
    guard hit.bounces else {
      position = hit.edge
      course = .still
      return
    }
    let spring = Spring(start: hit.edge, target: hit.edge, velocity: velocity)
    let until = spring.duration(within: tolerance)
    course = .springing(spring, until: until)
    follow(spring, until: until)
  }

  @inline(never)
  private mutating func follow(_ spring: Spring, until: Double) {
    guard elapsed < until else {
      position = spring.target
      course = .still
      return
    }
    position = spring.position(at: elapsed)
  }
}
