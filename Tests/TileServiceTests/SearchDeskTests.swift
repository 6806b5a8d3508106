import HTTPWire
import ServiceBench
import Testing

@testable import TileService

/// Searches, with their one thread held up until all have asked.
@Suite struct SearchDeskTests {
  private func heldUp() throws -> (bench: ServiceBench, gate: Gate) {
    let bench = try ServiceBench(AnswerCase.images)
    _ = bench.get("/images/color.tif")
    let gate = Gate()
    let hasBegun = Gate()
    _ = try #require(
      bench.service.searches.lane.submit {
        hasBegun.open()
        gate.pass()
      })
    hasBegun.pass()
    return (bench, gate)
  }

  @Test func `pictures and listings wait for no search`() throws {
    let (bench, gate) = try heldUp()
    let searches = try (0..<8).map { try #require(bench.begin("/images?search=s\($0)")) }
    #expect(bench.service.searches.waiting == 8)
    for path in ["/images/color.tif/tiles/0/1_1.png", "/images", "/images/gray.tif"] {
      #expect(bench.get(path)?.status == 200)
    }
    gate.open()
    for search in searches { #expect(search.status == .ok) }
  }

  @Test func `the same search is carried out once for all, and kept for a moment`() throws {
    let (bench, gate) = try heldUp()
    let askers = try (0..<64).map { number in
      try #require(bench.begin("/images?search=color&limit=\(number + 1)"))
    }
    #expect(bench.service.searches.counts.joined == 63)
    let leaver = try #require(bench.begin("/images?search=other"))
    leaver.leave()
    #expect(bench.service.searches.waiting == 1, "work that nobody waits for is not done")
    gate.open()
    for asker in askers { #expect(asker.status == .ok) }
    #expect(bench.service.searches.counts.made == 1)
  }

  @Test func `what makes no sense is refused before it is searched for`() throws {
    let bench = try ServiceBench(AnswerCase.images)
    #expect(bench.get("/images?search=a&limit=0")?.status == 400)
    #expect(bench.get("/images?search=a&folder=none")?.text.contains("entries") == true)
    #expect(bench.service.searches.counts.made == 1)
  }
}
