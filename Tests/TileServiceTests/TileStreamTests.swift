import Foundation
import HTTPWire
import ImageRequest
import Posix
import ServiceBench
import Sources
import Testing
import TileGeometry

@testable import TileService

/// The stream of a view's tiles is the tiles.
@Suite struct TileStreamTests {
  struct Part {
    let fields: [String: String]
    let body: ArraySlice<UInt8>
  }

  /// The parts of a multipart answer, strictly.
  static func parts(of answer: BenchAnswer) throws -> [Part] {
    let type = try #require(answer["Content-Type"])
    try #require(type.hasPrefix("multipart/mixed; boundary="))
    let boundary = "\r\n--" + type.dropFirst("multipart/mixed; boundary=".count)
    let opening = Array("\(boundary)\r\n".utf8)
    var rest = answer.body[...]
    var parts: [Part] = []
    while rest.starts(with: opening) {
      rest = rest.dropFirst(opening.count)
      let end = try #require(rest.firstRange(of: Array("\r\n\r\n".utf8)))
      let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        .split(separator: "\r\n").map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
      #expect(lines.map(\.[0]) == ["Content-Type", "Content-Length", "Content-Location"])
      let fields = Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) })
      let length = try #require(fields["Content-Length"].flatMap { Int($0) })
      parts.append(Part(fields: fields, body: rest[end.upperBound...].prefix(length)))
      rest = rest[end.upperBound...].dropFirst(length)
    }
    #expect(Array(rest) == Array("\(boundary)--\r\n".utf8))
    return parts
  }

  /// The addresses in some lists of a view, each once.
  static func addresses(
    _ query: String, in lists: [String], _ bench: ServiceBench
  ) throws -> [String] {
    struct Tile: Decodable { let url: String }
    struct View: Decodable { let tiles, placeholder, prefetch: [Tile] }
    let answer = try #require(bench.get("/images/color.tif/viewport?\(query)"))
    let view = try JSONDecoder().decode(View.self, from: Data(answer.body))
    let named = ["tiles": view.tiles, "placeholder": view.placeholder, "prefetch": view.prefetch]
    var addresses: [String] = []
    for tile in lists.flatMap({ named[$0] ?? [] }) where !addresses.contains(tile.url) {
      addresses.append(tile.url)
    }
    return addresses
  }

  private static func stream(_ query: String, _ bench: ServiceBench) throws -> BenchAnswer {
    try #require(bench.get("/images/color.tif/viewport/tiles?\(query)"))
  }

  @Test(
    arguments: [
      "bounds=1024,768", "bounds=1024,768&zoom=1&center=500,300",
      "bounds=300,200&zoom=0.5&offset=60,40&dpr=2", "rect=600,400,500,500&zoom=1",
      "bounds=500,400&zoom=4&levelsOfDetail=5&levelsOfDetailBias=2", "bounds=9,9",
    ], ["", "&prefetch=0", "&prefetch=1"])
  func `the stream is the view's tiles, coarse first, then centre first`(
    query: String, prefetch: String
  ) throws {
    let bench = try ServiceBench(AnswerCase.images)
    let answer = try Self.stream(query + prefetch, bench)
    #expect(answer.status == 200 && answer["Cache-Control"] == "no-cache")
    let lists = ["placeholder", "tiles"] + (prefetch.isEmpty ? [] : ["prefetch"])
    let parts = try Self.parts(of: answer)
    let wanted = try Self.addresses(query + prefetch, in: lists, bench)
    #expect(parts.map { $0.fields["Content-Location"] } == wanted && !wanted.isEmpty)
    for (part, address) in zip(parts, wanted) {
      let alone = try #require(bench.get(address))
      #expect(alone.status == 200 && alone.body == Array(part.body), "\(address)")
      #expect(alone["Content-Type"] == part.fields["Content-Type"])
    }
  }

  @Test func `who has the coarse tiles may leave them out`() throws {
    let bench = try ServiceBench(AnswerCase.images)
    let query = "bounds=600,400&zoom=1"
    let parts = try Self.parts(of: Self.stream(query + "&placeholder=false", bench))
    #expect(
      try parts.map { $0.fields["Content-Location"] }
        == Self.addresses(query, in: ["tiles"], bench))
  }

  @Test func `the tiles of a list come in its order, each once`() throws {
    let bench = try ServiceBench(AnswerCase.images)
    let parts = try Self.parts(of: Self.stream("tiles=2/0_0,1/1_0,0/2_1,0/0_0,2/0_0", bench))
    let version = try bench.open("color.tif").version.text
    #expect(
      parts.map { $0.fields["Content-Location"] }
        == ["2/0_0", "1/1_0", "0/2_1", "0/0_0"].map {
          "/images/color.tif/tiles/\($0).jpg?v=\(version)"
        })
    for part in parts {
      let address = try #require(part.fields["Content-Location"])
      #expect(bench.get(address)?.body == Array(part.body))
    }
  }

  @Test(arguments: [("tiles=0/0_0&zoom=1", 400), ("tiles=", 400), ("tiles=0/12_0", 404)])
  func `a list stands for itself`(query: String, status: Int) throws {
    #expect(try Self.stream(query, ServiceBench(AnswerCase.images)).status == status)
  }

  @Test func `a tile that can't be made is left out`() throws {
    let folder = try ImageFolder()
    try folder.put(copyOf: "color.tif", as: "color.tif")
    try folder.spoilTiles(of: "color.tif")
    let bench = try ServiceBench(folder.path)
    // What is stored is sent as it lies; what lies at the edge would have to be decoded.
    let parts = try Self.parts(of: Self.stream("tiles=0/2_0,0/0_0,0/0_1,0/1_0", bench))
    let names = parts.compactMap { $0.fields["Content-Location"]?.split(separator: "/").last }
    #expect(names.map { $0.prefix(3) } == ["0_0", "1_0"])
  }

  // MARK: Whoever reads it

  /// Takes the pieces of a stream.
  private final class Reader: Exchange {
    let pieces = Monitor<[BodyPiece]>([])

    func answer(_ response: Response) {}
    func supply(_ piece: BodyPiece) { pieces.change { $0.append(piece) } }

    func next() -> BodyPiece { pieces.wait { $0.isEmpty ? nil : $0.removeFirst() } }
  }

  /// A stream of one tile that has to be made.
  private static func oneTile(_ bench: ServiceBench) throws -> TileStream {
    let image = try bench.open("color.tif")
    let base = try BaseAddress(.reading("/"), bench.service.configuration)
    return TileStream(
      [TileAddress(reduction: .full, column: 2, row: 1)], of: image,
      TileAddresses(of: image, named: ImageName(path: "color.tif".utf8), base),
      service: bench.service)
  }

  @Test func `who leaves calls off the tile that is to come`() throws {
    let (bench, gate) = try PictureDeskTests.heldUp()
    let (stream, reader) = (try Self.oneTile(bench), Reader())
    stream.produce(for: reader)
    #expect(bench.service.pictures.tiles.waiting == 1)
    stream.cancel()
    #expect(bench.service.pictures.tiles.waiting == 0)
    gate.open()
    #expect(bench.get("/images/color.tif/tiles/0/0_0.png")?.status == 200)
    #expect(reader.pieces.read { $0.isEmpty })
  }

  @Test func `where there is too much work the stream is cut off`() throws {
    let (bench, gate) = try PictureDeskTests.heldUp(queue: 1)
    _ = try #require(bench.begin("/images/color.tif/tiles/0/0_0.png"))
    let (stream, reader) = (try Self.oneTile(bench), Reader())
    stream.produce(for: reader)
    guard case .failed = reader.next() else {
      Issue.record("something came")
      return
    }
    gate.open()
  }

  @Test func `a part is a head, the tile, and at the end the end`() throws {
    let bench = try ServiceBench(AnswerCase.images)
    let (stream, reader) = (try Self.oneTile(bench), Reader())
    var lengths: [Int64] = []
    while true {
      stream.produce(for: reader)
      switch reader.next() {
      case .bytes(let bytes): lengths.append(Int64(bytes.count))
      case .file(let region): lengths.append(region.length)
      case .failed: Issue.record("it failed")
      case .end(let trailers):
        #expect(trailers == nil && lengths.count == 3)
        let tile = try #require(bench.get("/images/color.tif/tiles/0/2_1.jpg"))
        #expect(lengths[1] == tile.body.count)
        // What went out is counted: here and by itself.
        #expect(
          bench.service.metrics.sum.bytes
            == Int(lengths.reduce(0, +)) + tile.body.count)
        return
      }
    }
  }
}
