import FetchRules
import Testing

private let second: Int64 = 1_000_000_000
private let millisecond: Int64 = 1_000_000

@Suite struct AttemptsTests {
  @Test func `three tries are made within the time`() {
    var budget = RetryBudget(percent: 10, most: 10)
    var attempts = Attempts(.tile, at: 0)
    #expect(
      attempts.next(retryAfter: nil, at: 2 * second, budget: &budget, random: 0)
        == .again(at: 2 * second + 100 * millisecond))
    #expect(
      attempts.next(retryAfter: nil, at: 3 * second, budget: &budget, random: 300_000_000)
        == .again(at: 3 * second + 400 * millisecond))
    #expect(
      attempts.next(retryAfter: nil, at: 4 * second, budget: &budget, random: 1) == .giveUp)
  }

  @Test func `nothing is tried that could not end in time`() {
    var budget = RetryBudget(percent: 10, most: 10)
    var attempts = Attempts(.tile, at: 0)
    #expect(
      attempts.next(retryAfter: 6 * second, at: second, budget: &budget, random: 0) == .giveUp)
    #expect(
      attempts.next(retryAfter: nil, at: 5 * second, budget: &budget, random: 0) == .giveUp)
    var download = Attempts(.download, at: 0)
    #expect(
      download.next(retryAfter: 60 * second, at: 90 * second, budget: &budget, random: 0)
        == .again(at: 150 * second))
  }

  @Test func `repetitions are a tenth of the requests`() {
    var budget = RetryBudget(percent: 10, most: 2)
    func spent(_ tries: Int) -> Int { (0..<tries).count { _ in budget.spend() } }
    #expect(spent(3) == 2)
    for _ in 0..<9 { budget.save() }
    #expect(spent(1) == 0)
    budget.save()
    #expect(spent(2) == 1)
    for _ in 0..<1000 { budget.save() }
    #expect(spent(3) == 2)
    var attempts = Attempts(.tile, at: 0)
    #expect(attempts.next(retryAfter: nil, at: 0, budget: &budget, random: 0) == .giveUp)
  }

  @Test func `nobody waits for what comes too late`() {
    let tile = Attempts(.tile, at: 0)
    #expect(tile.mayWait(until: 5 * second - 1, at: second) == true)
    #expect(tile.mayWait(until: 5 * second, at: second) == false)
    let download = Attempts(.download, at: 0)
    #expect(download.mayWait(until: 1060 * second, at: 1000 * second) == true)
    #expect(download.mayWait(until: 3600 * second, at: 0) == false)
  }
}
