/// When a database that did not answer is tried again.
///
/// It is said once that it is gone, and once that it is back. Times are in nanoseconds.
package struct Reconnecting: Equatable, Sendable {
  /// What there is to say, if anything.
  package enum News: Equatable, Sendable {
    case none, gone, back
  }

  private static let first: Int64 = 1_000_000_000
  private static let longest: Int64 = 8_000_000_000

  private var pause = first
  private var notBefore = Int64.min
  package private(set) var isGone = false

  package init() {}

  /// Whether it is tried now; who comes earlier does without at once.
  package func admits(at now: Int64) -> Bool { now >= notBefore }

  package mutating func noteFailure(at now: Int64) -> News {
    notBefore = now + pause
    pause = min(pause * 2, Self.longest)
    defer { isGone = true }
    return isGone ? .none : .gone
  }

  package mutating func noteSuccess() -> News {
    defer { self = Reconnecting() }
    return isGone ? .back : .none
  }
}
