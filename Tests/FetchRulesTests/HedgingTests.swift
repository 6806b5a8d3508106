import FetchRules
import Testing

private let second: Int64 = 1_000_000_000
private let millisecond: Int64 = 1_000_000

@Suite struct HedgingTests {
  @Test func `what is unusual is asked for twice, and seldom`() {
    var hedging = Hedging()
    #expect(hedging.begin() == nil)
    for _ in 0..<128 { hedging.note(took: 200 * millisecond) }
    #expect(hedging.begin() == 300 * millisecond)
    var twice = 0
    for _ in 0..<1000 {
      _ = hedging.begin()
      if hedging.spend() { twice += 1 }
    }
    #expect((50...56).contains(twice))
  }

  @Test func `nobody is in a hurry`() {
    var hedging = Hedging()
    for _ in 0..<20 { hedging.note(took: millisecond) }
    #expect(hedging.begin() == Hedging.earliest)
  }

  @Test func `what was usual long ago is forgotten`() {
    var hedging = Hedging()
    for _ in 0..<128 { hedging.note(took: second) }
    for _ in 0..<128 { hedging.note(took: millisecond) }
    #expect(hedging.begin() == Hedging.earliest)
  }
}
