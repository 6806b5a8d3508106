/// Whether an engine is asked at all.
///
/// One that does not answer is left alone, but for one request now and then: nobody waits for what
/// will not come. Moments are in nanoseconds.
package struct Breaker: Sendable {
  package enum Admission: Equatable, Sendable {
    case goes
    /// The one that finds out whether the engine is back.
    case probes
    /// Nothing is asked before that moment.
    case refused(until: Int64)
  }

  private enum State {
    case closed
    /// How often it has been found silent in a row, and when it is asked next.
    case open(found: Int, until: Int64)
    /// It answered so often since; one at a time is asked, the one under way since that moment.
    case trying(found: Int, answers: Int, since: Int64?)
  }

  private struct Outcome {
    let moment: Int64
    let isAnswer: Bool
  }

  private static let second: Int64 = 1_000_000_000
  /// So many failures in a row are enough.
  private static let inARow = 8
  /// Half of so many outcomes are enough too, where none is older than the window.
  private static let recent = 20
  private static let window = 10 * second
  /// A probe that nobody heard of again does not keep the engine shut for longer.
  private static let patience = 10 * second
  private static let pauses = [second, 2 * second, 4 * second, 8 * second]
  /// So many answers in a row are proof.
  private static let proof = 2

  private var state = State.closed
  private var failuresInARow = 0
  private var outcomes: [Outcome] = []

  package init() {}

  package var isOpen: Bool {
    switch state {
    case .closed: false
    case .open, .trying: true
    }
  }

  /// Asked before each request; whoever is admitted tells the outcome.
  package mutating func admits(at now: Int64) -> Admission {
    switch state {
    case .closed: return .goes
    case .open(let found, let until):
      guard now >= until else { return .refused(until: until) }
      state = .trying(found: found, answers: 0, since: now)
      return .probes
    case .trying(let found, let answers, let since):
      if let since, now < since.adding(Self.patience) {
        return .refused(until: now.adding(Self.second))
      }
      state = .trying(found: found, answers: answers, since: now)
      return .probes
    }
  }

  /// - Parameters:
  ///   - isAnswer: whether the engine answered, be it that nothing is there.
  ///   - now: the moment of the outcome.
  package mutating func note(isAnswer: Bool, at now: Int64) {
    switch state {
    case .closed: noteWhileClosed(isAnswer, now)
    case .open(let found, _):
      // Of a request from before it was shut: an answer is an answer.
      if isAnswer { state = .trying(found: found, answers: 1, since: nil) }
    case .trying(let found, let answers, _):
      if !isAnswer {
        shut(found: found + 1, now)
      } else if answers + 1 >= Self.proof {
        state = .closed
      } else {
        state = .trying(found: found, answers: answers + 1, since: nil)
      }
    }
  }

  private mutating func noteWhileClosed(_ isAnswer: Bool, _ now: Int64) {
    outcomes.removeAll { $0.moment < now - Self.window }
    if outcomes.count == Self.recent { outcomes.removeFirst() }
    outcomes.append(Outcome(moment: now, isAnswer: isAnswer))
    failuresInARow = isAnswer ? 0 : failuresInARow + 1
    let failures = outcomes.count { !$0.isAnswer }
    let isHalf = outcomes.count == Self.recent && failures * 2 >= Self.recent
    if failuresInARow >= Self.inARow || isHalf { shut(found: 0, now) }
  }

  private mutating func shut(found: Int, _ now: Int64) {
    outcomes.removeAll()
    failuresInARow = 0
    state = .open(
      found: found, until: now.adding(Self.pauses[min(found, Self.pauses.count - 1)]))
  }
}
