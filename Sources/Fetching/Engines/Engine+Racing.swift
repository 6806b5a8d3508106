import FetchRules
import Posix
import S3Wire

/// Parts that somebody looks at are asked for once more where the first request is slow.
extension Engine {
  /// Whether a second one may be sent after it: it is the first try of something that is hedged.
  func isAlone(_ errand: Errand) -> Bool {
    errand.wish.isHedged && !errand.isRepeated && errand.race == nil && errand.redirected == nil
  }

  /// Has a try made; a second one, only where the first is still missing by then.
  func submit(
    _ errand: Errand, _ request: WireRequest, _ left: Int?, at moment: Instant
  ) {
    var mayBegin: @Sendable () -> Bool = { true }
    if errand.isSecond { mayBegin = { [self] in isNeeded(errand) } }
    let attempt = FetchTry(
      request: request, body: errand.wish.body, expectation: errand.wish.expectation,
      times: errand.wish.times(within: left),
      isFresh: errand.isRepeated || errand.isSecond, authorityFile: address.authorityFile,
      rules: rules, sink: errand.sink, mayBegin: mayBegin,
      tell: { [self] outcome, head in
        finish(errand, request, outcome, head, begun: moment.nanoseconds)
      })
    loop.submit(attempt, at: moment)
  }

  /// Whether the second of two is sent.
  private func isNeeded(_ errand: Errand) -> Bool {
    guard let race = errand.race else { return true }
    // Mostly the first one has come by then, and nothing is spent.
    guard race.isOpen else { return false }
    return state.change { state in
      guard !state.breaker.isOpen, state.hedging.spend(),
        state.pace.begin(at: Instant.now.nanoseconds)
      else { return false }
      guard race.beginSecond() else {
        state.pace.end(isGood: false)
        return false
      }
      state.counts.hedged += 1
      return true
    }
  }

  /// One of two is done while the other is what counts, or may yet be.
  func step(aside isAnswer: Bool) {
    state.change { state in
      state.pace.end(isGood: isAnswer)
      state.breaker.note(isAnswer: isAnswer, at: Instant.now.nanoseconds)
    }
    goOn()
  }
}
