import FetchRules
import Posix
package import S3Wire

/// One object store, or one host of the web, as its address names it: asked in its own pace, and left
/// alone while it does not answer.
package final class Engine: Sendable {
  /// How many wait for their turn; who comes then is told to come back.
  static let longestLine = 1024

  /// What it was asked and what it said.
  package struct Counts: Equatable, Sendable {
    /// Of requests: those begun, those whose answer was what was asked for, and the others.
    package internal(set) var asked = 0
    package internal(set) var whole = 0
    package internal(set) var failed = 0
    /// Further tries.
    package internal(set) var again = 0
    /// Asked for a second time while the first was under way.
    package internal(set) var hedged = 0
    /// Of bodies.
    package internal(set) var bytes: Int64 = 0
    /// Under way, and in line, now.
    package internal(set) var underWay = 0
    package internal(set) var waiting = 0
    /// Whether nobody is let through for now.
    package internal(set) var isSilent = false
  }

  /// What all requests share.
  struct State {
    var breaker = Breaker()
    var pace: Pace
    var budget = RetryBudget(percent: 10, most: 10)
    var identity: Identity
    var line: [Errand] = []
    var first = 0
    var counts = Counts()
    var hedging = Hedging()
    /// When the line is looked at though nothing has come and nobody asks.
    var alarm: Int64?
    var isStopping = false

    var waiting: Int { line.count - first }
  }

  package let address: EngineAddress
  /// Which addresses its connections may lead to.
  let rules: ConnectionRules
  /// Nil where nobody proves anything.
  let keeper: CredentialKeeper?
  let loop: FetchLoop
  let state: Monitor<State>

  /// - Parameters:
  ///   - address: where it is.
  ///   - chain: where keys are looked for.
  ///   - most: how many requests are under way together.
  /// - Throws: that libcurl or a thread can't be had.
  package init(
    _ address: EngineAddress, _ chain: CredentialChain, atATime most: Int = 64
  ) throws(FetchingUnavailable) {
    self.address = address
    rules = address.rules
    loop = try FetchLoop(connections: most)
    state = Monitor(State(pace: Pace(most: most), identity: Identity(address, chain)))
    keeper = Identity.isProved(address) ? CredentialKeeper(address, chain) : nil
    do throws(Errno) {
      try keeper?.start { [weak self] found in self?.take(found) }
    } catch {
      loop.stop()
      throw FetchingUnavailable(reason: "no thread can be had: \(error)")
    }
  }

  /// Ends all that is under way: it fails.
  package func stop() {
    leave()
    keeper?.stop()
    loop.stop()
  }

  package var counts: Counts {
    state.read { state in
      var counts = state.counts
      counts.underWay = state.pace.inFlight
      counts.waiting = state.waiting
      counts.isSilent = state.breaker.isOpen
      return counts
    }
  }

  /// Whether it is left alone for now.
  package var isSilent: Bool { state.read { $0.breaker.isOpen } }

  /// Has something fetched.
  ///
  /// - Parameters:
  ///   - wish: what.
  ///   - sink: where its bytes go.
  ///   - tell: what came of it; called once, by a thread that must not be kept waiting.
  package func fetch(
    _ wish: FetchWish, into sink: any FetchSink,
    tell: @escaping @Sendable (FetchEnd) -> Void
  ) {
    let now = Instant.now.nanoseconds
    let errand = Errand(wish: wish, sink: sink, attempts: Attempts(wish.rules, at: now), tell: tell)
    let refusal: EngineFailure? = state.change { state in
      guard !state.isStopping else { return Self.leaving }
      if let pause = state.pause(at: now), !errand.attempts.mayWait(until: pause, at: now) {
        return state.busy(at: now)
      }
      if case .refused(let until) = state.breaker.admits(at: now) {
        let seconds = max(1, (until - now) / 1_000_000_000)
        return .silence("it has not for a while, and is asked again in \(seconds) s")
      }
      guard state.waiting < Self.longestLine else {
        return .silence("too many wait for it already")
      }
      state.budget.save()
      state.counts.asked += 1
      state.line.append(errand)
      return nil
    }
    if let refusal { return tell(.failed(refusal)) }
    wantKeys()
    goOn()
  }

  /// Fetches something and waits for it.
  ///
  /// - Parameter wish: what; its expectation bounds the memory it takes.
  /// - Returns: its bytes, and what its head said.
  /// - Throws: why it did not come.
  package func fetched(_ wish: FetchWish) throws(FetchError) -> (bytes: [UInt8], head: AnswerHead) {
    let sink = MemorySink()
    let head = try wait(for: wish, into: sink)
    return (sink.bytes, head)
  }

  /// Fetches something into a sink and waits for it.
  ///
  /// - Parameters:
  ///   - wish: what.
  ///   - sink: where its bytes go.
  /// - Returns: what its head said.
  /// - Throws: why it did not come.
  @discardableResult
  package func wait(
    for wish: FetchWish, into sink: any FetchSink
  ) throws(FetchError) -> AnswerHead {
    let end = Monitor<FetchEnd?>(nil)
    fetch(wish, into: sink) { outcome in end.change { $0 = outcome } }
    switch end.wait({ $0 }) {
    case .whole(_, let head): return head
    case .failed(let failure): throw FetchError(name: wish.name(at: address), failure: failure)
    }
  }

  /// What to say of an object that did not come.
  package func error(_ failure: EngineFailure, of name: [UInt8]) -> FetchError {
    let wish = FetchWish(name, Expectation(range: nil, limit: 0), .index)
    return FetchError(name: wish.name(at: address), failure: failure)
  }

  /// A page of a bucket's names.
  ///
  /// - Parameter page: which.
  /// - Returns: what the engine told.
  /// - Throws: why it told nothing.
  package func names(_ page: ListingPage) throws(FetchError) -> ObjectListing {
    let wish = FetchWish(page)
    let (bytes, _) = try fetched(wish)
    do throws(XMLProblem) {
      return try ObjectListing(bytes)
    } catch {
      throw FetchError(name: wish.name(at: address), failure: .contradiction("\(error)"))
    }
  }

  // MARK: One after the other

  func begin(_ errand: Errand, at moment: Instant) {
    let request: WireRequest
    do throws(EngineFailure) {
      if let redirected = errand.redirected {
        request = redirected
      } else {
        request = try form(errand.wish)
      }
    } catch {
      return end(errand, .failed(error), noting: nil)
    }
    let left = errand.attempts.end.map {
      Int(max(1, ($0 - moment.nanoseconds) / 1_000_000))
    }
    let delay = isAlone(errand) ? state.change { $0.hedging.begin() } : nil
    var errand = errand
    if delay != nil { errand.race = Race() }
    submit(errand, request, left, at: moment)
    guard let delay else { return }
    errand.isSecond = true
    submit(errand, request, left, at: moment.later(nanoseconds: delay))
  }

  func finish(
    _ errand: Errand, _ request: WireRequest, _ outcome: FetchEnd, _ head: AnswerHead, begun: Int64
  ) {
    var errand = errand
    let now = Instant.now
    if let race = errand.race, case .failed(let failure) = outcome {
      guard race.lose(isSecond: errand.isSecond) else {
        return step(aside: failure.isAnswer)
      }
      // From here on it goes its way alone.
      errand.race = nil
    }
    switch outcome {
    case .whole:
      if errand.wish.isHedged {
        state.change { $0.hedging.note(took: now.nanoseconds - begun) }
      }
      guard errand.race?.win() ?? true else { return step(aside: true) }
      end(errand, outcome, noting: true)
    case .failed(.moved) where errand.redirections < Redirection.longest && head.location != nil:
      do throws(EngineFailure) {
        errand.redirected = try Redirection(to: address.redirects).request(
          after: request, to: head.location ?? [])
        errand.redirections += 1
        begin(errand, at: now)
      } catch {
        end(errand, .failed(error), noting: true)
      }
    case .failed(let failure):
      let wait = failure.retryAfter.map { $0 * 1_000_000_000 }
      let action: Attempts.Action? = state.change { state in
        state.breaker.note(isAnswer: failure.isAnswer, at: now.nanoseconds)
        if case .refused = failure { state.identity.doubt() }
        if case .busy = failure {
          state.pace.slowDown(begun: begun, at: now.nanoseconds, retryAfter: wait)
        } else {
          state.pace.end(isGood: failure.isAnswer)
        }
        guard failure.mayPass, !state.breaker.isOpen else { return .giveUp }
        let action = errand.attempts.next(
          retryAfter: wait, at: now.nanoseconds, budget: &state.budget,
          random: .random(in: 0...UInt64.max))
        // It keeps its place among those under way.
        if case .again = action {
          guard state.pace.begin(at: now.nanoseconds) else {
            return state.lineUp(errand, at: now.nanoseconds) ? nil : .giveUp
          }
          state.counts.again += 1
        }
        return action
      }
      wantKeys()
      switch action {
      case .again(let moment):
        errand.isRepeated = true
        begin(errand, at: Instant(nanoseconds: moment))
      case nil: goOn()
      case .giveUp:
        state.change { $0.counts.failed += 1 }
        errand.tell(outcome)
        goOn()
      }
    }
  }

  /// An errand is over; `isAnswer` is nil where the engine was not asked at all.
  private func end(_ errand: Errand, _ outcome: FetchEnd, noting isAnswer: Bool?) {
    state.change { state in
      if case .whole(let body, _) = outcome {
        state.counts.whole += 1
        state.counts.bytes += body.length ?? 0
      } else {
        state.counts.failed += 1
      }
      state.pace.end(isGood: isAnswer ?? false)
      if let isAnswer {
        state.breaker.note(isAnswer: isAnswer, at: Instant.now.nanoseconds)
      }
    }
    errand.tell(outcome)
    goOn()
  }
}
