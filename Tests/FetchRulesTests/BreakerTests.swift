import FetchRules
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct BreakerTests {
  /// A breaker that has just been opened, at moment 0.
  private func opened() -> Breaker {
    var breaker = Breaker()
    for _ in 0..<8 {
      #expect(breaker.admits(at: 0) == .goes)
      breaker.note(isAnswer: false, at: 0)
    }
    return breaker
  }

  @Test func `eight failures in a row shut it`() {
    var breaker = Breaker()
    for _ in 0..<7 { breaker.note(isAnswer: false, at: 0) }
    breaker.note(isAnswer: true, at: 0)
    #expect(!breaker.isOpen)
    #expect(opened().isOpen)
  }

  @Test func `half of twenty within ten seconds shut it`() {
    func shut(every step: Int64) -> Bool {
      var breaker = Breaker()
      for turn in 0..<20 { breaker.note(isAnswer: turn % 2 == 0, at: Int64(turn) * step) }
      return breaker.isOpen
    }
    #expect(shut(every: second / 2))
    #expect(!shut(every: second))
  }

  @Test func `one at a time finds out, later and later`() {
    var breaker = opened()
    var now: Int64 = 0
    for pause in [1, 2, 4, 8, 8, 8] as [Int64] {
      #expect(breaker.admits(at: now + pause * second - 1) == .refused(until: now + pause * second))
      now += pause * second
      #expect(breaker.admits(at: now) == .probes)
      #expect(breaker.admits(at: now) == .refused(until: now + second))
      breaker.note(isAnswer: false, at: now)
    }
  }

  @Test func `two answers open it again`() {
    var breaker = opened()
    #expect(breaker.admits(at: second) == .probes)
    breaker.note(isAnswer: true, at: second)
    #expect(breaker.isOpen)
    #expect(breaker.admits(at: second) == .probes)
    breaker.note(isAnswer: true, at: second)
    #expect(!breaker.isOpen)
    #expect(breaker.admits(at: second) == .goes)
  }

  @Test func `a probe nobody heard of is made anew`() {
    var breaker = opened()
    #expect(breaker.admits(at: second) == .probes)
    #expect(breaker.admits(at: 11 * second) == .probes)
  }

  @Test func `a late answer is an answer`() {
    var breaker = opened()
    breaker.note(isAnswer: false, at: 1)
    #expect(breaker.admits(at: 2) == .refused(until: second))
    breaker.note(isAnswer: true, at: 3)
    #expect(breaker.admits(at: 4) == .probes)
    breaker.note(isAnswer: true, at: 5)
    #expect(!breaker.isOpen)
  }
}
