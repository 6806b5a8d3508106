#if canImport(TileViewport)
  package import TileViewport
#endif

/// The speed of a finger, from its latest samples and their own times.
package struct VelocityTracker: Equatable, Sendable {
  /// Seconds before the last sample that count.
  static let window = 0.1
  /// A finger that has not moved for this many seconds before it lifts is still.
  static let stillness = 0.05
  private static let capacity = 16

  private var points = InlineArray<16, Point>(repeating: .zero)
  private var times = InlineArray<16, Double>(repeating: 0)
  private var count = 0

  package init() {}

  package mutating func add(_ point: Point, at time: Double) {
    let slot = count % Self.capacity
    points[slot] = point
    times[slot] = time
    count += 1
  }

  package var lastPoint: Point? { count == 0 ? nil : points[(count - 1) % Self.capacity] }

  /// Points per second along both axes when the finger lifts.
  package func velocity(at release: Double) -> Point {
    guard count >= 2 else { return .zero }
    let last = (count - 1) % Self.capacity
    guard release - times[last] <= Self.stillness else { return .zero }
    var first = last
    var index = count - 1
    while index > 0, count - index < Self.capacity {
      index -= 1
      let slot = index % Self.capacity
      guard times[last] - times[slot] <= Self.window else { break }
      first = slot
    }
    let time = times[last] - times[first]
    guard time > 0 else { return .zero }
    return (points[last] - points[first]) * (1 / time)
  }

  package static func == (left: VelocityTracker, right: VelocityTracker) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<min(left.count, capacity)
    where left.points[index] != right.points[index] || left.times[index] != right.times[index] {
      return false
    }
    return true
  }
}
