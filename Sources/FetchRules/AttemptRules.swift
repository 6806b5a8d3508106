/// How often and how long something is asked for; times in nanoseconds.
package struct AttemptRules: Equatable, Sendable {
  /// All of them.
  package let tries: Int
  /// Between two of them, at most; half of it on average.
  package let pause: ClosedRange<Int64>
  /// For all tries and pauses together; nil where only bytes that stop coming end it.
  package let whole: Int64?

  private static let millisecond: Int64 = 1_000_000
  /// An engine that wants more is not waited for, even where there is no end.
  static let longestPause = 90_000 * millisecond

  private init(whole milliseconds: Int64?) {
    tries = 3
    pause = (100 * Self.millisecond)...(400 * Self.millisecond)
    whole = milliseconds.map { $0 * Self.millisecond }
  }

  /// A part of an image that somebody looks at.
  package static let tile = AttemptRules(whole: 5000)
  /// What tells where the parts lie.
  package static let index = AttemptRules(whole: 8000)
  /// A page of names.
  package static let listing = AttemptRules(whole: 10_000)
  /// A large part of a large object.
  package static let download = AttemptRules(whole: nil)
  /// The whole of an object, on its way there.
  package static let storing = AttemptRules(whole: nil)
}
