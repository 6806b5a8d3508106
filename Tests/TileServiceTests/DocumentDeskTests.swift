import CutSamples
import DecoderChildren
import Foundation
import ServiceBench
import Sources
import Testing

@testable import TileService

@Suite struct DocumentDeskTests {
  /// A folder with a document that has pages for whoever counts them.
  private final class Folder {
    let path = FileManager.default.temporaryDirectory.path + "/documents-\(UUID().uuidString)"

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data("%PDF-1.7\n".utf8).write(to: URL(fileURLWithPath: path + "/a.pdf"))
      // At rest: what changes this very moment is not remembered.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -100)], ofItemAtPath: path + "/a.pdf")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private let folder: Folder

  init() throws { folder = try Folder() }

  private func bench(_ child: DrawingChild) throws -> ServiceBench {
    try ServiceBench(folder.path, cutter: child) { $0.cutRules.pageEngine = .pdfium }
  }

  @Test func `a document is counted once and is an album of its pages`() throws {
    let child = DrawingChild(pages: 3)
    let bench = try bench(child)
    for _ in 1...3 {
      let answer = try #require(bench.get("/images/a.pdf"))
      #expect(answer.status == 200)
      #expect(answer.text.contains(#""type":"album""#) && answer.text.contains("a.pdf;3"))
    }
    #expect(child.asked == 1)
    #expect(bench.get("/images/a.pdf;4")?.status == 404)
    #expect(bench.get("/images/a.pdf;2")?.status == 200)
  }

  @Test func `a document that can't be counted is refused by whoever cuts it`() throws {
    let child = DrawingChild(CutFailure(.source, "it is locked"))
    let bench = try bench(child)
    for path in ["/images/a.pdf", "/images/a.pdf;2"] {
      let answer = try #require(bench.get(path))
      #expect(answer.status == 422 && answer.text.contains("it is locked"))
    }
    // Once to count, once for each pyramid; then it is known for a while.
    #expect(child.asked == 3)
    #expect(bench.get("/images/a.pdf")?.status == 422)
    #expect(child.asked == 3)
  }

  @Test func `a document is described a part at a time, and each asking comes further`() throws {
    let bench = try bench(DrawingChild(pages: 3))
    for known in 1...2 {
      let answer = try #require(bench.get("/presentation/3/a.pdf/manifest.json"))
      #expect(answer.status == 503)
      #expect(answer.text.contains("\(known) of 3 pages"))
    }
    for _ in 1...2 {
      let manifest = try #require(bench.get("/presentation/3/a.pdf/manifest.json"))
      #expect(manifest.status == 200 && manifest.text.contains("/canvas/p3"))
    }
  }

  @Test func `a search tells how much of the document it has seen, which is read on meanwhile`()
    throws
  {
    let bench = try bench(DrawingChild(pages: 3))
    for _ in 1...3 { _ = bench.get("/presentation/3/a.pdf/manifest.json") }
    var answer = try #require(bench.get("/images/a.pdf/search?q=page"))
    #expect(answer.status == 200)
    while !answer.text.contains(#""complete":1,"#) {
      answer = try #require(bench.get("/images/a.pdf/search?q=page"))
    }
    #expect(answer.text.contains(#""total":3"#))
    #expect(bench.get("/images/a.pdf;3/text")?.status == 200)
  }

  @Test func `nobody counts where documents are not drawn`() throws {
    let child = DrawingChild(pages: 3)
    let bench = try ServiceBench(folder.path, cutter: child)
    #expect(bench.get("/images/a.pdf")?.status == 415)
    #expect(child.asked == 0)
  }
}
