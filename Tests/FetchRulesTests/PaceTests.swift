import FetchRules
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct PaceTests {
  @Test func `too many are halved once for all that were under way`() {
    var pace = Pace(most: 64)
    for _ in 0..<64 { #expect(pace.begin(at: 0) == true) }
    #expect(pace.begin(at: 0) == false)
    for moment in 1...10 { pace.slowDown(begun: 0, at: Int64(moment), retryAfter: nil) }
    #expect(pace.limit == 32)
    pace.slowDown(begun: 5, at: 20, retryAfter: nil)
    #expect(pace.limit == 16)
    for moment in 0..<10 {
      pace.slowDown(begun: Int64(30 + moment), at: Int64(30 + moment), retryAfter: nil)
    }
    #expect(pace.limit == Pace.fewest)
  }

  @Test func `a hundred good answers bring one more`() {
    var pace = Pace(most: 8)
    #expect(pace.begin(at: 0) == true)
    pace.slowDown(begun: 0, at: 0, retryAfter: nil)
    #expect(pace.limit == 4)
    for _ in 0..<99 {
      #expect(pace.begin(at: 0) == true)
      pace.end(isGood: true)
    }
    #expect(pace.limit == 4)
    #expect(pace.begin(at: 0) == true)
    pace.end(isGood: false)
    #expect(pace.begin(at: 0) == true)
    pace.end(isGood: true)
    #expect(pace.limit == 5)
    for _ in 0..<1000 {
      #expect(pace.begin(at: 0) == true)
      pace.end(isGood: true)
    }
    #expect(pace.limit == 8)
  }

  @Test func `the engine says when it goes on`() {
    var pace = Pace(most: 2)
    #expect(pace.begin(at: 0) == true)
    pace.slowDown(begun: 0, at: 0, retryAfter: second)
    #expect(pace.begin(at: second - 1) == false)
    #expect(pace.begin(at: second) == true)
    #expect(pace.limit == 2)
  }
}
