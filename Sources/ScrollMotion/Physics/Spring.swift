/// A critically damped spring that pulls back to a target: mass 1, stiffness 100.
package struct Spring: Equatable, Sendable {
  /// The root of the stiffness: both the frequency and, when critically damped, the decay.
  static let frequency = 10.0

  package let target: Double
  let displacement: Double
  let velocity: Double

  /// - Parameters:
  ///   - start: where it is let go.
  ///   - target: where it comes to rest.
  ///   - velocity: points per second at the start.
  package init(start: Double, target: Double, velocity: Double) {
    self.target = target
    self.displacement = start - target
    self.velocity = velocity
  }

  @inline(never)
  package func position(at time: Double) -> Double { target + offset(at: time) }

  private func offset(at time: Double) -> Double {
    Elementary.exp(-Self.frequency * time)
      * (displacement + (velocity + Self.frequency * displacement) * time)
  }

  /// Seconds after which it stays nearer to the target than `distance` points.
  package func duration(within distance: Double) -> Double {
    let slope = velocity + Self.frequency * displacement
    // Behind its only turning point the way back is monotonous.
    let turn = slope == 0 ? 0 : max(0, velocity / (Self.frequency * slope))
    guard abs(offset(at: turn)) > distance else { return turn }
    var near = turn
    var far = turn + 1
    while abs(offset(at: far)) > distance, far < turn + 16 { far += 1 }
    for _ in 0..<60 {
      let middle = (near + far) / 2
      if abs(offset(at: middle)) > distance { near = middle } else { far = middle }
    }
    return far
  }
}
