/// When a part that somebody looks at is asked for once more, on another connection.
///
/// That is when the first request takes longer than nearly all do; whichever answers first wins.
/// Times are in nanoseconds.
package struct Hedging: Sendable {
  /// Nobody is asked twice before that.
  package static let earliest: Int64 = 100_000_000
  /// So many answers tell what is usual.
  private static let samples = 128
  private static let fewest = 20

  private var times: [Int64] = []
  private var next = 0
  /// Five in a hundred.
  private var budget = RetryBudget(percent: 5, most: 5)
  /// What is usual, worked out anew after a while of answers.
  private var limit: Int64?

  package init() {}

  /// A part is asked for.
  ///
  /// - Returns: after how long it may be asked for again; nil while nobody knows what is usual.
  package mutating func begin() -> Int64? {
    budget.save()
    return limit
  }

  /// Takes one of the few that may be asked twice.
  package mutating func spend() -> Bool { budget.spend() }

  /// A part has come.
  package mutating func note(took time: Int64) {
    if times.count < Self.samples {
      times.append(time)
    } else {
      times[next] = time
    }
    next = (next + 1) % Self.samples
    guard times.count >= Self.fewest, next % 16 == 0 || limit == nil else { return }
    let sorted = times.sorted()
    let usual = sorted[(sorted.count - 1) * 95 / 100]
    limit = max(usual.adding(usual / 2), Self.earliest)
  }
}
