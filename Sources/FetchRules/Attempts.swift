/// The tries of one request, from the first to the last.
package struct Attempts: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    /// Another try, on a connection of its own, at that moment.
    case again(at: Int64)
    case giveUp
  }

  private let rules: AttemptRules
  /// The moment after which nothing is tried.
  package let end: Int64?
  private var made = 1

  /// - Parameters:
  ///   - rules: how often and how long.
  ///   - now: the moment of the first try.
  package init(_ rules: AttemptRules, at now: Int64) {
    self.rules = rules
    end = rules.whole.map { now.adding($0) }
  }

  /// Whether a try at a later moment still makes sense.
  ///
  /// - Parameters:
  ///   - moment: when it would be made.
  ///   - now: what has no end of its own waits for so long from now and no longer.
  /// - Returns: false where somebody is better told at once.
  package func mayWait(until moment: Int64, at now: Int64) -> Bool {
    moment < end ?? now.adding(AttemptRules.longestPause)
  }

  /// What is to be done after a try that failed.
  ///
  /// - Parameters:
  ///   - retryAfter: what the engine wants, in nanoseconds; nil where it said nothing.
  ///   - now: the moment of the failure.
  ///   - budget: of which another try is taken.
  ///   - random: any number, another one each time.
  /// - Returns: when to try again, if at all.
  package mutating func next(
    retryAfter: Int64?, at now: Int64, budget: inout RetryBudget, random: UInt64
  ) -> Action {
    guard made < rules.tries else { return .giveUp }
    let width = UInt64(rules.pause.upperBound - rules.pause.lowerBound) + 1
    let pause = rules.pause.lowerBound + Int64(random % width)
    let moment = now.adding(max(pause, retryAfter ?? 0))
    guard mayWait(until: moment, at: now) else { return .giveUp }
    guard budget.spend() else { return .giveUp }
    made += 1
    return .again(at: moment)
  }
}

extension Int64 {
  /// The last moment there is where the sum would be beyond it.
  func adding(_ span: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(span)
    return overflow ? .max : sum
  }
}
