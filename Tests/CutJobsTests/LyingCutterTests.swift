import DecoderChildren
import Foundation
import Posix
import PyramidFormat
import Sandbox
import Sources
import Storage
import Testing
import TileGeometry

@testable import CutJobs

/// A child that its source has taken over may say and write what it likes: it costs its own image, and
/// nothing else.
@Suite(.timeLimit(.minutes(2))) struct LyingCutterTests {
  private static let nursery: Nursery = {
    let tests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return Nursery(program: tests.appending(path: "LyingCutter").path)
  }()

  private let place: StorePlace

  init() throws { place = try StorePlace() }

  /// What is told of an image whose child lies so; its name says how.
  private func failure(_ lie: String) throws -> CutFailure? {
    var limits = CutLimits()
    limits.wholeSeconds = 2
    limits.decode(in: .off)
    let cutting = StoreCutting(
      into: place.store, rules: CuttingRules(), limits: limits, threads: 1,
      makesSketches: lie != "a sketch that nobody asked for")
    let path = try place.source(lie)
    let version = CuttingRules().version(
      of: path, status: try FileStatus.of(path), page: nil, format: nil)
    let order = CutOrder(
      version: version, source: path, sourceBytes: 1, page: nil, replaces: false)
    do throws(CutFailure) {
      let cutter = SourceProcess(Self.nursery)
      let address = TileAddress(reduction: .full, column: 0, row: 0)
      _ = try cutting.carryOut(
        order, by: cutter, wished: { [address, address].compactMap { TileWish($0) } },
        report: { _ in }, shouldStop: { false })
      return nil
    } catch {
      #expect(try !place.store.contains(version))
      return error
    }
  }

  /// What is left of this test's files: names in the store, and those that this process has open.
  private func leftOvers() throws -> [String] {
    let manager = FileManager.default
    let stored = try manager.subpathsOfDirectory(atPath: "\(place.store.folder)").filter {
      $0.count > 2
    }
    let open = try manager.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    return stored + open.filter { $0.hasPrefix("\(place.store.folder)") }
  }

  @Test func `who tells the truth is believed`() throws {
    #expect(try failure("the truth") == nil)
  }

  @Test(arguments: [
    "sizes beyond all numbers", "sizes below nothing", "more pixels than the limit",
    "more warnings than there are", "a beginning twice", "progress before it began",
    "progress beyond all", "progress below nothing", "progress that is no number",
    "an end before it began", "another answer", "lacks what it has",
    "a sketch before it began", "a sketch that nobody asked for", "a sketch that is no picture",
    "a sketch in other letters", "no message", "more than a message",
    "an unknown message", "nests without end", "more than there is", "a long message",
    "an empty message", "a closed line",
    "too many messages", "descriptors", "a tile before it takes wishes",
    "a tile that nobody wished for", "a tile that is no picture", "a tile in other letters",
    "a tile without end", "wishes before there is a preview", "wishes twice",
  ])
  func `what no decoder says ends the cut`(lie: String) throws {
    let failure = try failure(lie)
    #expect(failure == CutFailure(.source, "the decoder answered what no decoder answers"))
    #expect(try leftOvers() == [])
  }

  @Test(arguments: [
    ("no pyramid", "TIFF"), ("another's pyramid", "the description is another one"),
    ("a tile inside the index", "overlap"), ("a tile behind the end", "outside"),
    ("a tile beyond all", "outside"), ("a tile of another kind", "a tile begins as none of ours"),
    ("an index without end", "longer than what it can hold"),
    ("a larger picture", "its levels are not those of its source"),
  ])
  func `what no cutter writes gets no name`(lie: String, words: String) throws {
    let failure = try #require(try failure(lie))
    #expect(failure.cause == .source)
    #expect(failure.words.hasPrefix("its decoder wrote no sound pyramid: "))
    #expect(failure.words.contains(words), "\(failure.words)")
    #expect(try leftOvers() == [])
  }

  @Test func `who goes on for ever is ended`() throws {
    #expect(try failure("no end")?.cause == .deadline)
    #expect(try leftOvers() == [])
  }

  @Test func `what a child says of others is not told on`() throws {
    #expect(try failure("another's death") == CutFailure(.source, "killed"))
    #expect(try failure("words for a terminal") == CutFailure(.source, "it can't be decoded"))
  }

  @Test func `no liar is left alive`() throws {
    for lie in ["an empty message", "a beginning twice", "no end"] { _ = try failure(lie) }
    let number = try #require(Self.nursery.processNumber)
    // Those of tests beside this one end in their own time.
    let children = "/proc/\(number)/task/\(number)/children"
    while try !String(contentsOfFile: children, encoding: .utf8).isEmpty { usleep(1000) }
  }
}
