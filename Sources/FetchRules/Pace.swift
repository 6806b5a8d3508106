/// How many requests an engine is asked at a time: fewer as soon as it says that they are too many,
/// and more again, one by one, while all goes well.
package struct Pace: Equatable, Sendable {
  package static let fewest = 4
  /// So many good answers bring one request more.
  private static let patience = 100

  /// At a time, now.
  package private(set) var limit: Int
  package private(set) var inFlight = 0
  private let most: Int
  private var goodAnswers = 0
  private var slowedAt = Int64.min
  /// Until when nothing is asked, for the engine wants it so.
  package private(set) var pausedUntil = Int64.min

  package init(most: Int) {
    self.most = max(most, 1)
    limit = self.most
  }

  /// Whether another request may begin; it has begun then.
  package mutating func begin(at now: Int64) -> Bool {
    guard inFlight < limit, now >= pausedUntil else { return false }
    inFlight += 1
    return true
  }

  /// A request is over without a word about the pace.
  package mutating func end(isGood: Bool) {
    inFlight = max(0, inFlight - 1)
    guard isGood, limit < most else { return }
    goodAnswers += 1
    guard goodAnswers >= Self.patience else { return }
    goodAnswers = 0
    limit += 1
  }

  /// A request is over, and there were too many.
  ///
  /// - Parameters:
  ///   - begun: when it was made: those that were under way together slow us down once.
  ///   - now: the moment of the answer.
  ///   - retryAfter: what the engine wants, in nanoseconds.
  package mutating func slowDown(begun: Int64, at now: Int64, retryAfter: Int64?) {
    inFlight = max(0, inFlight - 1)
    goodAnswers = 0
    if let retryAfter { pausedUntil = max(pausedUntil, now.adding(retryAfter)) }
    guard begun >= slowedAt else { return }
    slowedAt = now
    limit = max(limit / 2, min(Self.fewest, most))
  }
}
