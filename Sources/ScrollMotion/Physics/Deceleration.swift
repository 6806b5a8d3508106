/// Coasting after a flick, along one axis: the exact integral of a speed that decays by a
/// constant factor each millisecond.
package struct Deceleration: Equatable, Sendable {
  /// UIScrollView's two rates: the factor by which speed falls in a millisecond.
  package enum Rate: Equatable, Sendable {
    case normal
    case fast

    package var factor: Double { self == .normal ? 0.998 : 0.99 }

    /// The decay per second, ln(factor) * 1000; negative.
    package var decay: Double { 1000 * Elementary.log(factor) }
  }

  /// How far a speed carries; the two differ by a thousandth, or five at the fast rate.
  package enum Law: Equatable, Sendable {
    /// The integral of the decaying speed.
    case integral
    /// A sum over whole milliseconds, as Apple's talk on fluid interfaces (WWDC 2018, 803) projects.
    case projection
  }

  package let start: Double
  /// Points per second at the start.
  package let velocity: Double
  let decay: Double

  package init(start: Double, velocity: Double, rate: Rate, law: Law = .integral) {
    self.start = start
    self.decay = rate.decay
    // The projected distance, as the speed that has this integral.
    let projected = -rate.decay / 1000 * rate.factor / (1 - rate.factor)
    self.velocity = law == .integral ? velocity : velocity * projected
  }

  package func position(at time: Double) -> Double {
    start + velocity * (Elementary.exp(decay * time) - 1) / decay
  }

  package func velocity(at time: Double) -> Double { velocity * Elementary.exp(decay * time) }

  /// Where it would come to rest after endless time.
  package var rest: Double { start - velocity / decay }

  /// Seconds until rest is nearer than `distance` points; 0 when it is from the start.
  package func duration(within distance: Double) -> Double {
    guard velocity != 0 else { return 0 }
    return max(0, Elementary.log(-decay * distance / abs(velocity)) / decay)
  }

  /// Seconds until it passes an edge, or nil when it never gets there.
  package func time(toReach edge: Double) -> Double? {
    guard velocity != 0 else { return nil }
    let argument = 1 + decay * (edge - start) / velocity
    guard argument > 0, argument <= 1 else { return nil }
    return Elementary.log(argument) / decay
  }
}
