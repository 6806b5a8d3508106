import DecoderChildren
import Foundation
import Posix
import PyramidFile
import Sandbox
import Sources
import Synchronization
import Testing

/// Children that hold a document open: who cuts which page, as each tells its number for the count of
/// pages.
@Suite(.timeLimit(.minutes(2))) struct StayingPageCutterTests {
  private static let nursery: Nursery = {
    let tests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return Nursery(program: tests.appending(path: "LyingCutter").path)
  }()

  private let place: StorePlace

  init() throws { place = try StorePlace() }

  private func document(_ name: String) throws -> LocalFile {
    let path = try place.source(name)
    try Data("%PDF-1.7\n".utf8).write(to: URL(filePath: "\(path)"))
    return try LocalFile(path)
  }

  private func request(page: Int? = nil) -> SourceRequest {
    var rules = CuttingRules()
    rules.pageEngine = .pdfium
    var limits = CutLimits()
    limits.wholeSeconds = 10
    limits.decode(in: .off)
    return SourceRequest(page: page, rules: rules, limits: limits)
  }

  /// Has a page cut; answers who cut it.
  private func cut(
    _ page: Int, of document: LocalFile, by process: SourceProcess, wantsSketches: Bool = false
  ) throws -> Int {
    let output = try FileDescriptor.inMemory(name: "pyramid")
    let request = CutRequest(
      request(page: page), name: String(decoding: document.path.lastComponent, as: UTF8.self),
      version: String(repeating: "a", count: 16), threads: 1, wantsSketches: wantsSketches)
    return try process.cut(
      request, CutFiles(source: document, output: output.number), report: { _ in },
      shouldStop: { false }
    ).pages
  }

  @Test func `who has counted the pages of a document cuts them`() throws {
    let process = SourceProcess(Self.nursery, keeping: PageCutters())
    let document = try document("a book")
    let counted = try #require(try process.openPages(of: document, request()))
    #expect(try cut(1, of: document, by: process, wantsSketches: true) == counted)
    #expect(try cut(2, of: try self.document("another"), by: process) != counted)
  }

  @Test func `where none is to stay another one counts`() throws {
    let process = SourceProcess(Self.nursery)
    #expect(try process.openPages(of: try document("a book"), request()) == nil)
  }

  @Test func `what becomes of one that had opened a document before says nothing of a page`() throws
  {
    let process = SourceProcess(Self.nursery, keeping: PageCutters())
    let document = try document("dies at its first page")
    #expect(throws: CutFailure.self) { try cut(1, of: document, by: process) }
    _ = try process.openPages(of: document, request())
    #expect(try cut(1, of: document, by: process) == 1)
  }

  /// Has two pages cut at the same time; answers by how many.
  private func cutters(of cutters: PageCutters) throws -> Int {
    let process = SourceProcess(Self.nursery, keeping: cutters)
    let document = try document("takes its time")
    let found = Mutex<[Int?]>([])
    let threads = ThreadGroup()
    try threads.start("page", count: 2) { page in
      let number = try? cut(page + 1, of: document, by: process)
      found.withLock { $0.append(number) }
    }
    threads.join()
    let numbers = try found.withLock { try $0.map { try #require($0) } }
    #expect(numbers.count == 2)
    return Set(numbers).count
  }

  @Test func `one that begins with a document is waited for by who wants its next page`() throws {
    #expect(try cutters(of: PageCutters(patience: .seconds(60))) == 1)
    #expect(try cutters(of: PageCutters()) == 2)
  }

  @Test func `one that nobody asks for long is let go`() throws {
    let process = SourceProcess(
      Self.nursery, keeping: PageCutters(idleTime: .milliseconds(1)))
    let document = try document("a book")
    let counted = try #require(try process.openPages(of: document, request()))
    var others = 0
    while others < 100, try cut(others + 1, of: document, by: process) == counted {
      others += 1
      Clock.sleep(milliseconds: 50)
    }
    #expect(others < 100)
  }

  @Test func `those that wait end with who keeps them`() throws {
    let cutters = PageCutters(idleTime: .seconds(600))
    let process = SourceProcess(Self.nursery, keeping: cutters)
    let document = try document("a book")
    let counted = try #require(try process.openPages(of: document, request()))
    cutters.end()
    #expect(try cut(1, of: document, by: process) != counted)
  }
}
