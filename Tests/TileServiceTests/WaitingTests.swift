import Posix
import Testing

@testable import TileService

@Suite struct WaitingTests {
  private struct Work: Withdrawable {
    let name: String
    let withdrawn: Monitor<[String]>

    func withdraw() { withdrawn.change { $0.append(name) } }
  }

  @Test func `who leaves calls off what is under way, and what would come`() {
    let withdrawn = Monitor<[String]>([])
    let waiting = Waiting()
    waiting.enter(Work(name: "first", withdrawn: withdrawn))
    waiting.enter(Work(name: "second", withdrawn: withdrawn))
    #expect(!waiting.isCancelled && withdrawn.read { $0 } == [])
    waiting.cancel()
    waiting.enter(Work(name: "third", withdrawn: withdrawn))
    waiting.cancel()
    #expect(waiting.isCancelled && withdrawn.read { $0 } == ["second", "third"])
  }
}
