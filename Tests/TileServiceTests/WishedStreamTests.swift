import CutJobs
import CutSamples
import DecoderChildren
import Foundation
import HTTPWire
import Posix
import ServiceBench
import Testing

@testable import TileService

/// The stream of a view of an image that is being cut, with somebody who draws in place of a cutting
/// process.
@Suite(.timeLimit(.minutes(5))) struct WishedStreamTests {
  private static let tile: [UInt8] = [0xFF, 0xD8, 0xFF, 7]
  private static let stages: [CutAnswer] = [.previewed, .takesWishes]

  private let folder: ImageFolder

  init() throws {
    folder = try ImageFolder()
    try folder.put(copyOf: "uncut.jpg", as: "a.jpg")
    let file = try #require(FileHandle(forWritingAtPath: folder.path + "/a.jpg"))
    // Long enough for somebody to look at a preview of it.
    try file.truncate(atOffset: UInt64(CutPreview.fewestSourceBytes))
    try file.close()
  }

  private func bench(_ child: DrawingChild, patience: Int = 60) throws -> ServiceBench {
    try ServiceBench(folder.path, cutter: child) { $0.cutPatience = patience }
  }

  /// A view's stream, which begins once the child takes wishes.
  private func stream(
    _ tiles: String, _ bench: ServiceBench
  ) throws -> any BodyProducer {
    let asker = try #require(bench.begin("/images/a.jpg/viewport/tiles?tiles=\(tiles)"))
    let response = asker.response
    #expect(response.status == .ok)
    guard case .stream(let stream, _) = response.body else { throw Errno.invalidArgument }
    return stream
  }

  /// Reads a tile and its head.
  private func skipTile(of stream: any BodyProducer, for reader: BenchExchange) {
    for _ in 0..<2 {
      stream.produce(for: reader)
      _ = reader.next()
    }
  }

  /// The tiles that a stream names, in their order, and whether it comes to its end.
  private func names(
    of stream: any BodyProducer
  ) -> (names: [String], isWhole: Bool) {
    let text = String(decoding: BenchExchange().everything(stream), as: UTF8.self)
    let names = text.matches(of: /tiles\/([0-9]+\/[0-9]+_[0-9]+)\.jpg/).map { String($0.1) }
    return (names, text.hasSuffix("\r\n--\(TileStream.boundary)--\r\n"))
  }

  @Test func `tiles come while the image is cut, those of the preview first`() throws {
    let child = DrawingChild(side: 2048, tile: Self.tile, telling: Self.stages, isOpen: false)
    let bench = try bench(child)
    let wanted = (0..<8).flatMap { row in (0..<8).map { "0/\($0)_\(row)" } }
    let stream = try stream((wanted + ["3/0_0", "0/0_0"]).joined(separator: ","), bench)
    let found = names(of: stream)
    #expect(found.isWhole && found.names.first == "3/0_0")
    #expect(found.names.dropFirst().sorted() == wanted.sorted())
    #expect(child.mostWished <= 16 && bench.service.cuts.counts.finished == 0)
    child.open()
  }

  @Test func `what can't be had so comes from the pyramid once it is there`() throws {
    let child = DrawingChild(side: 2048, telling: Self.stages, isOpen: false)
    let bench = try bench(child)
    let wanted = (0..<40).map { "0/\($0 % 8)_\($0 / 8)" }
    let stream = try stream((["3/0_0"] + wanted).joined(separator: ","), bench)
    let reader = BenchExchange()
    // The preview's tile and its head; then somebody waits for the others.
    skipTile(of: stream, for: reader)
    stream.produce(for: reader)
    while child.mostWished == 0 { Clock.sleep(milliseconds: 1) }
    child.open()
    let begun = BenchExchange.bytes(of: reader.next())
    let text = String(decoding: begun + reader.everything(stream), as: UTF8.self)
    let names = text.matches(of: /tiles\/([0-9]+\/[0-9]+_[0-9]+)\.jpg/).map { String($0.1) }
    #expect(names.sorted() == wanted.sorted())
    #expect(text.hasSuffix("--\r\n") && child.asked == 1)
    let whole = try #require(bench.get("/images/a.jpg/tiles/0/7_4.jpg"))
    #expect(whole.status == 200 && text.contains(String(decoding: whole.body, as: UTF8.self)))
  }

  @Test func `where there is no pyramid after all the stream is cut off`() throws {
    let failure = CutFailure(.source, "it is torn")
    let child = DrawingChild(failure, side: 2048, telling: Self.stages, isOpen: false)
    let bench = try bench(child)
    let stream = try stream("3/0_0,0/1_1", bench)
    let description = try #require(bench.get("/images/a.jpg"))
    #expect(description.status == 200 && description["Cache-Control"] == "no-store")
    let reader = BenchExchange()
    skipTile(of: stream, for: reader)
    stream.produce(for: reader)
    child.open()
    guard case .failed = reader.next() else {
      Issue.record("something came")
      return
    }
    // The tile says why, and so does who is asked what the image is.
    for path in ["/images/a.jpg/tiles/0/1_1.jpg", "/images/a.jpg"] {
      #expect(bench.get(path)?.status == 422)
    }
  }

  @Test func `who is not ready to wait gets what there is`() throws {
    let child = DrawingChild(side: 2048, telling: Self.stages, isOpen: false)
    let bench = try bench(child)
    _ = try stream("3/0_0", bench)
    let found = names(of: try stream("3/0_0,0/1_1,0/2_2&wait=0", bench))
    #expect(found.names == ["3/0_0"] && found.isWhole)
    child.open()
  }

  @Test func `who leaves wishes for nothing any more`() throws {
    let child = DrawingChild(
      side: 2048, answersWishes: false, telling: Self.stages, isOpen: false)
    let bench = try bench(child)
    let stream = try stream("0/1_1,0/2_2", bench)
    stream.produce(for: BenchExchange())
    while child.mostWished < 2 { Clock.sleep(milliseconds: 1) }
    stream.cancel()
    while child.isWishedFor { Clock.sleep(milliseconds: 1) }
    child.open()
  }
}
