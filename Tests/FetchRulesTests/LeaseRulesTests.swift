import FetchRules
import Testing

@Suite struct LeaseRulesTests {
  @Test func `a lease is over when nobody has renewed it for longer than it lasts`() {
    let rules = LeaseRules(length: 60)
    #expect(rules.renewal == 20)
    #expect(rules.isOver(renewed: 100, now: 160) == false)
    // Clocks of several gateways differ.
    #expect(rules.isOver(renewed: 100, now: 162) == false)
    #expect(rules.isOver(renewed: 100, now: 163))
    #expect(rules.isOver(renewed: 200, now: 100) == false)
  }
}
