import Posix
import Testing

@testable import TileService

@Suite struct FarLooksTests {
  @Test func `who can't wait leaves out what is found later, once for all`() throws {
    let lane = WorkLane(name: "test", limit: 8)
    try lane.start(threads: 2)
    let looks = FarLooks<Int>(lane)
    let gate = Gate()
    let made = Monitor(0)
    let look: @Sendable () -> Int? = {
      made.change { $0 += 1 }
      gate.pass()
      return 7
    }
    // Nobody opens the gate before both are back.
    #expect(looks.finding(of: [1], until: .now, look) == nil)
    #expect(looks.finding(of: [1], until: .now, look) == nil)
    gate.open()
    #expect(looks.finding(of: [1], until: .now + .seconds(600), look) == 7)
    #expect(looks.finding(of: [2], until: .now + .seconds(600), { nil }) == nil)
    lane.stop()
    #expect(looks.finding(of: [3], until: .now + .seconds(600), look) == nil)
  }
}
