import CutQueue
import Testing

@Suite struct QueueRulesTests {
  @Test func `its own fault is final`() {
    for tries in 1...6 {
      #expect(QueueRules.verdict(on: .ofTheImage, tries: tries) == .failed(retryAfter: 3600))
      #expect(QueueRules.verdict(on: .gone, tries: tries) == .dropped)
      #expect(QueueRules.verdict(on: .notTried, tries: tries) == .givenBack)
    }
  }

  @Test func `the machine's is tried again, ever later, and five times in all`() {
    let verdicts = (1...6).map { QueueRules.verdict(on: .ofTheMachine, tries: $0) }
    #expect(
      verdicts == [
        .again(after: 10), .again(after: 20), .again(after: 40), .again(after: 80),
        .failed(retryAfter: 3600), .failed(retryAfter: 3600),
      ])
  }

  @Test func `the first dead worker costs no further pause, and what kills five is left alone`() {
    let verdicts = (1...5).map { QueueRules.verdict(on: .deadWorker, tries: $0) }
    #expect(
      verdicts == [
        .again(after: 0), .again(after: 20), .again(after: 40), .again(after: 80),
        .failed(retryAfter: 3600),
      ])
  }

  @Test func `pauses end at an hour`() {
    #expect(QueueRules.pause(afterTries: 9) == 2560)
    #expect(QueueRules.pause(afterTries: 10) == 3600)
    #expect(QueueRules.pause(afterTries: .max) == 3600)
    #expect(QueueRules.pause(afterTries: 0) == 10)
  }

  @Test func `two renewals may be lost`() {
    #expect(QueueRules(lease: 60).renewal == 20)
    #expect(QueueRules(lease: 0).renewal == 1)
  }

  @Test(arguments: [
    (waiting: 0, lanes: 2, share: 1), (1, 8, 1), (3, 8, 3), (50, 2, 6), (256, 2, 32), (256, 64, 32),
  ])
  func `a worker leaves some to others`(waiting: Int, lanes: Int, share: Int) {
    #expect(QueueRules.share(of: waiting, lanes: lanes) == share)
  }
}

@Suite struct ClaimLedgerTests {
  private let claims = (1...3).map { QueueClaim(job: $0, number: 7) }

  @Test func `who is not renewed has lost it`() {
    var ledger = ClaimLedger()
    for claim in claims { ledger.take(claim, askedAt: 0) }
    #expect(ledger.note(asked: ledger.all, at: 1, renewed: [1, 3]) == [claims[1]])
    #expect(!ledger.holds(claims[1]) && ledger.holds(claims[0]) && ledger.holds(claims[2]))
  }

  @Test func `what was let go meanwhile is not lost`() {
    var ledger = ClaimLedger()
    for claim in claims { ledger.take(claim, askedAt: 0) }
    let asked = ledger.all
    #expect(ledger.letGo(claims[0]) && !ledger.letGo(claims[0]))
    #expect(ledger.note(asked: asked, at: 1, renewed: [2]) == [claims[2]])
  }

  @Test func `the same image taken again is another claim`() {
    var ledger = ClaimLedger()
    ledger.take(claims[0], askedAt: 0)
    #expect(!ledger.holds(QueueClaim(job: 1, number: 8)))
  }

  @Test func `what was ours half a lease ago is to be asked for again`() {
    let rules = QueueRules(lease: 60)
    let second: Int64 = 1_000_000_000
    var ledger = ClaimLedger()
    ledger.take(claims[0], askedAt: 5 * second)
    #expect(ledger.isSure(of: claims[0], at: 34 * second, rules))
    #expect(!ledger.isSure(of: claims[0], at: 35 * second, rules))
    #expect(!ledger.isSure(of: claims[1], at: 5 * second, rules))
    _ = ledger.note(asked: ledger.all, at: 30 * second, renewed: [1])
    #expect(ledger.isSure(of: claims[0], at: 59 * second, rules))
    // A clock that was set back proves nothing.
    #expect(!ledger.isSure(of: claims[0], at: 29 * second, rules))
    _ = ledger.note(asked: ledger.all, at: 40 * second, renewed: [])
    #expect(!ledger.isSure(of: claims[0], at: 41 * second, rules))
  }
}

@Suite struct ReconnectingTests {
  private let second: Int64 = 1_000_000_000

  @Test func `it is said once, and once that it is back`() {
    var state = Reconnecting()
    #expect(state.noteSuccess() == .none)
    #expect(state.noteFailure(at: 0) == .gone)
    #expect(state.noteFailure(at: 0) == .none)
    #expect(state.isGone)
    #expect(state.noteSuccess() == .back)
    #expect(state.noteSuccess() == .none)
    #expect(!state.isGone)
  }

  @Test func `pauses grow to eight seconds`() {
    var state = Reconnecting()
    #expect(state.admits(at: 0))
    for pause: Int64 in [1, 2, 4, 8, 8] {
      _ = state.noteFailure(at: 0)
      #expect(!state.admits(at: pause * second - 1))
      #expect(state.admits(at: pause * second))
    }
    _ = state.noteSuccess()
    #expect(state.admits(at: 0))
  }
}
