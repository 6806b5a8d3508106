/// How many requests may be made a second time: a share of those made a first time, so that an
/// engine in trouble is not asked several times as much as one that is well.
package struct RetryBudget: Equatable, Sendable {
  /// In thousandths of a request.
  private var saved: Int
  private let share: Int
  private let most: Int

  /// - Parameters:
  ///   - percent: of the first requests, 0 to 100.
  ///   - most: how many repetitions are saved up for; there are as many at the beginning.
  package init(percent: Int, most: Int) {
    share = min(max(percent, 0), 100) * 10
    self.most = max(most, 0) * 1000
    saved = self.most
  }

  /// A request is made for the first time.
  package mutating func save() { saved = min(saved + share, most) }

  /// Takes one repetition, where there is one.
  package mutating func spend() -> Bool {
    guard saved >= 1000 else { return false }
    saved -= 1000
    return true
  }
}
