import HTTPWire
import Posix
import ServiceBench
import Testing

@testable import TileService

/// Pictures that have to be made, with the one worker held up until all have asked.
@Suite struct PictureDeskTests {
  static let tile = "/images/color.tif/tiles/0/1_1.png"

  static func heldUp(queue: Int = 100) throws -> (bench: ServiceBench, gate: Gate) {
    let bench = try ServiceBench(AnswerCase.images) { $0.queueLimit = queue }
    // What is not open yet would wait to be opened.
    _ = bench.get("/images/color.tif")
    let gate = Gate()
    let hasBegun = Gate()
    _ = try #require(
      bench.service.pictures.tiles.submit {
        hasBegun.open()
        gate.pass()
      })
    hasBegun.pass()
    return (bench, gate)
  }

  @Test func `many who ask for the same picture have it made once`() throws {
    let (bench, gate) = try Self.heldUp()
    let askers = try (0..<64).map { _ in try #require(bench.begin(Self.tile)) }
    #expect(bench.service.pictures.counts.joined == 63)
    gate.open()
    for asker in askers { #expect(asker.status == .ok) }
    #expect(bench.service.pictures.counts.made == 1)
    // And from then on it is there.
    #expect(bench.begin(Self.tile) == nil)
    #expect(bench.service.pictures.cacheCounts.entries == 1)
  }

  @Test func `work that nobody waits for is not done`() throws {
    let (bench, gate) = try Self.heldUp()
    let leaver = try #require(bench.begin(Self.tile))
    let other = try #require(bench.begin(Self.tile))
    leaver.leave()
    #expect(bench.service.pictures.tiles.waiting == 1, "somebody still waits for it")
    other.leave()
    #expect(bench.service.pictures.tiles.waiting == 0)
    gate.open()
    #expect(try #require(bench.begin("/images/color.tif/tiles/0/0_0.png")).status == .ok)
    #expect(bench.service.pictures.counts.made == 1)
    #expect(!leaver.isAnswered && !other.isAnswered)
  }

  @Test func `too much work is turned away, the same work is not`() throws {
    let (bench, gate) = try Self.heldUp(queue: 2)
    let first = try #require(bench.begin("/images/color.tif/tiles/0/0_0.png"))
    let second = try #require(bench.begin("/images/color.tif/tiles/0/0_1.png"))
    #expect(try #require(bench.begin(Self.tile)).status == .serviceUnavailable)
    #expect(bench.service.pictures.counts.refused == 1)
    let same = try #require(bench.begin("/images/color.tif/tiles/0/0_1.png"))
    gate.open()
    for asker in [first, second, same] { #expect(asker.status == .ok) }
  }

  @Test func `stored tiles wait for nobody`() throws {
    let (bench, gate) = try Self.heldUp()
    _ = try #require(bench.begin(Self.tile))
    #expect(bench.get("/images/color.tif/tiles/0/1_0.jpg")?.status == 200)
    #expect(bench.get("/healthz")?.status == 200)
    gate.open()
  }

  @Test func `tiles are made while large pictures wait`() throws {
    let bench = try ServiceBench(AnswerCase.images)
    _ = bench.get("/images/color.tif")
    let gate = Gate()
    _ = try #require(bench.service.pictures.renders.submit { gate.pass() })
    let large = try #require(bench.begin("/iiif/3/color.tif/full/^2200,/0/default.png"))
    for path in [Self.tile, "/images/color.tif/tiles/2/0_0.webp", "/iiif/3/color.tif/info.json"] {
      #expect(bench.get(path)?.status == 200)
    }
    #expect(!large.isAnswered, "it has been overtaken")
    gate.open()
    #expect(large.status == .ok)
  }

  @Test func `who leaves before the image is found is not answered`() throws {
    let (bench, gate) = try Self.heldUp()
    let asker = try #require(bench.begin("/images/gray.tif"))
    asker.leave()
    gate.open()
    #expect(bench.get("/images/alpha.tif")?.status == 200)
    #expect(!asker.isAnswered)
  }
}
