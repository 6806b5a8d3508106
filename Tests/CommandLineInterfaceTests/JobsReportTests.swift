import CutQueue
import PostgresQueue
import Testing

@testable import CommandLineInterface

@Suite struct JobsReportTests {
  private let report = JobsReport(
    counts: QueueCounts(waiting: 1, running: 1, failed: 1, done: 7, oldest: 3),
    entries: [
      JobQueue.Entry(
        version: "aaaaaaaaaaaaaaaa", source: Array("/\(deep)/scan.tif".utf8), page: 3,
        state: "failed", priority: 0, tries: 5, worker: nil,
        reason: "it is\n\(String(repeating: "damaged ", count: 200))", age: 9),
      JobQueue.Entry(
        version: "bbbbbbbbbbbbbbbb", source: Array("/a.jpg".utf8), page: nil, state: "run",
        priority: 10, tries: 0, worker: String(repeating: "w", count: 900), reason: nil, age: 1),
    ],
    runs: [
      ListingRun(
        id: 4, state: .left, title: "/\(deep)", holder: String(repeating: "h", count: 900),
        progress: .init(lastName: Array("/\(deep)/b.jpg".utf8), found: 2, failed: 0), queued: 2,
        waiting: 1, age: 60)
    ], changed: nil)

  private static let deep = String(repeating: "漢/", count: 2000)

  @Test func `a terminal gets a few lines of each, and the ends of names`() {
    let lines = report.text(columns: 80).split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.count <= 4 * 80 })
    #expect(lines[1].hasPrefix("run 4  left  …") && lines[1].hasSuffix("/b.jpg"))
    #expect(lines[2].hasPrefix("aaaaaaaaaaaaaaaa  failed  …"))
    #expect(lines[2].contains("/scan.tif;3  tried 5 times: it is\\x0adamaged damaged"))
    #expect(lines[2].hasSuffix("…") && lines[3].hasSuffix("w…"))
    #expect(lines[3].hasPrefix("bbbbbbbbbbbbbbbb  running  /a.jpg  by www"))
    #expect(report.text(columns: 1).split(separator: "\n").allSatisfy { $0.count < 200 })
  }

  @Test func `whoever reads it otherwise gets all of it`() {
    let text = report.text(columns: nil)
    let (deep, reason) = (Self.deep, String(repeating: "damaged ", count: 200))
    #expect(text.contains("  /\(deep)/scan.tif;3  ") && text.contains("/\(deep)/b.jpg"))
    #expect(text.contains(reason) && text.contains(String(repeating: "w", count: 900)))
    #expect(report.json.contains("/\(deep)/scan.tif;3"))
  }
}
