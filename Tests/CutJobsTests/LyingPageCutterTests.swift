import DecoderChildren
import Foundation
import Posix
import PyramidFile
import Sandbox
import Sources
import Storage
import Testing

@testable import CutJobs

/// A child that was to cut several pages of a document, and that one of them has taken over: the pages
/// before and after it are none the worse.
@Suite(.timeLimit(.minutes(2))) struct LyingPageCutterTests {
  private static let nursery: Nursery = {
    let tests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return Nursery(program: tests.appending(path: "LyingCutter").path)
  }()

  private let place: StorePlace
  private let cutter = SourceProcess(Self.nursery, keeping: PageCutters())
  private let rules: CuttingRules

  init() throws {
    place = try StorePlace()
    var rules = CuttingRules()
    rules.pageEngine = .pdfium
    self.rules = rules
  }

  private func document(_ lie: String) throws -> FilePath {
    let path = try place.source(lie)
    try Data("%PDF-1.7\n".utf8).write(to: URL(filePath: "\(path)"))
    return path
  }

  private func version(_ page: Int, of path: FilePath) throws -> PyramidVersion {
    rules.version(of: path, status: try FileStatus.of(path), page: page, format: .pdf)
  }

  /// Cuts a page; answers its version.
  private func cut(_ page: Int, of path: FilePath) throws -> PyramidVersion {
    var limits = CutLimits()
    limits.wholeSeconds = 2
    limits.decode(in: .off)
    let cutting = StoreCutting(into: place.store, rules: rules, limits: limits, threads: 1)
    let version = try version(page, of: path)
    let order = CutOrder(
      version: version, source: path, sourceBytes: 1, page: page, replaces: false)
    _ = try cutting.carryOut(order, by: cutter, report: { _ in }, shouldStop: { false })
    return version
  }

  @Test(arguments: [
    "lies at the next page", "is done before it began", "dies at the next page",
  ])
  func `a page at which one fails that had cut another is cut by one of its own`(
    lie: String
  ) throws {
    let path = try document(lie)
    for page in 1...3 { #expect(try place.store.contains(try cut(page, of: path))) }
  }

  @Test func `what one writes when it was done reaches no pyramid`() throws {
    let path = try document("goes on writing")
    for page in 1...2 {
      // Where it was quick enough to spoil the copy, that is seen and nothing is published.
      _ = try? cut(page, of: path)
      let version = try version(page, of: path)
      guard try place.store.contains(version) else { continue }
      #expect(PyramidVerification(try place.store.open(version), deep: true).isClean)
    }
  }
}
