import Foundation
import Posix
import ServiceBench
import Testing

@testable import Sources
@testable import TileService

/// What is said of pictures by files beside them, and where it is told.
@Suite struct StatementTests {
  private struct Description: Decodable {
    struct Resolution: Decodable { let micronsPerPixel: Double }
    var title: String?
    var creator: String?
    var rights: String?
    var license: String?
    var resolution: Resolution?
  }

  private static func description(
    _ address: String, _ bench: ServiceBench
  ) throws -> Description {
    let answer = try #require(bench.get(address))
    try #require(answer.status == 200, "\(answer.text)")
    return try JSONDecoder().decode(Description.self, from: Data(answer.body))
  }

  private static func xmp(_ title: String, _ creator: String) -> String {
    """
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description dc:title="\(title)"
    dc:creator="\(creator)"/></rdf:RDF>
    """
  }

  @Test func `files beside a picture speak of it, the nearest name first`() throws {
    let folder = try ImageFolder()
    try folder.put("in/a.tif", "in/b.tif")
    try folder.write(Self.xmp("from XMP", "Ann"), as: "in/a.xmp")
    try folder.write(
      "{title: 'from JSON5', micronsPerPixel: 0.5, rights: 'https://example.org/mine'}",
      as: "in/a.json5")
    try folder.write(
      "{rights: 'https://creativecommons.org/licenses/by/4.0/deed.fr'}", as: "in/a.tif.json5")
    let bench = try ServiceBench(folder.path)
    for _ in 0..<2 {
      let said = try Self.description("/images/in%2Fa.tif", bench)
      #expect(said.title == "from JSON5" && said.creator == "Ann")
      #expect(said.rights == "https://creativecommons.org/licenses/by/4.0/deed.fr")
      #expect(said.resolution?.micronsPerPixel == 0.5)
      let name = "http://creativecommons.org/licenses/by/4.0/"
      #expect(try Self.description("/iiif/3/in%2Fa.tif/info.json", bench).rights == name)
      #expect(try Self.description("/iiif/2/in%2Fa.tif/info.json", bench).license == name)
    }
    let silent = try #require(bench.get("/images/in%2Fb.tif")).text
    #expect(!silent.contains("title") && !silent.contains("camera"))
    // They are no images, and nobody is served them.
    #expect(try CatalogueTests.names("folder=in", bench) == ["in/a.tif", "in/b.tif"])
    #expect(bench.get("/images/in%2Fa.json5")?.status == 415)
    #expect(bench.get("/images/in%2Fa.xmp")?.status == 415)
  }

  @Test func `rights that IIIF has no name for are no rights in info.json`() throws {
    let folder = try ImageFolder()
    try folder.put("a.tif")
    try folder.write("{rights: 'https://example.org/mine'}", as: "a.json5")
    let bench = try ServiceBench(folder.path)
    #expect(try Self.description("/images/a.tif", bench).rights == "https://example.org/mine")
    #expect(try Self.description("/iiif/3/a.tif/info.json", bench).rights == nil)
  }

  @Test(
    arguments: [
      ("a.json5", "{title: 'x',\ncaption: 'y'}", "line 2"), ("a.tif.xmp", "no packet", "no XMP"),
      ("a.json5", String(repeating: " ", count: 20_000), "20000 bytes"),
    ])
  func `a sidecar that makes no sense is named, and does no harm`(
    name: String, text: String, reason: String
  ) throws {
    let folder = try ImageFolder()
    try folder.put("a.tif")
    try folder.write(text, as: name)
    try folder.write(Self.xmp("Title", "Ann"), as: "a.xmp")
    let bench = try ServiceBench(folder.path)
    #expect(try Self.description("/images/a.tif", bench).title == "Title")
    let found = bench.service.index.open.current(Array("a.tif".utf8))
    let image = try #require(found)
    let statement = try #require(image.statement.statement)
    #expect(statement.problems.map(\.file.description) == [name])
    #expect(statement.problems.first?.reason.contains(reason) == true)
    #expect(bench.service.faults.count(of: .sidecar) == 1)
    // It was told of when the picture was described.
    #expect(image.statement.keep(statement) == [])
  }

  private static let large = "/iiif/3/a.tif/full/300,/0/default."
  private static let small = "/iiif/3/a.tif/full/100,/0/default.jpg"

  @Test func `pictures larger than a tile carry what is said, and others nothing`() throws {
    let folder = try ImageFolder()
    try folder.put(copyOf: "color.tif", as: "a.tif")
    try folder.write("{title: 'Brücke', creator: 'Ann'}", as: "a.json5")
    let bench = try ServiceBench(folder.path)
    func bytes(_ address: String) throws -> [UInt8] {
      let answer = try #require(bench.get(address))
      try #require(answer.status == 200, "\(answer.text)")
      return answer.body
    }
    for format in ["jpg", "png", "webp"] {
      let picture = try bytes(Self.large + format)
      #expect(picture.contains("<rdf:li xml:lang=\"x-default\">Brücke</rdf:li>".utf8), "\(format)")
    }
    for format in ["gif", "avif", "tif"] {
      #expect(try !bytes(Self.large + format).contains("Brücke".utf8), "\(format)")
    }
    for address in [Self.small, "/images/a.tif/tiles/0/0_0.jpg", "/dzi/a.tif_files/9/0_0.jpg"] {
      #expect(try !bytes(address).contains("Brücke".utf8), "\(address)")
    }
    let wordless = try ServiceBench(folder.path) { $0.leavesWordsOut = true }
    let plain = try #require(wordless.get(Self.large + "jpg"))
    #expect(!plain.body.contains("Brücke".utf8))
    #expect(plain["ETag"] != bench.get(Self.large + "jpg")?["ETag"])
  }

  @Test func `when words change, pictures that carry them are others`() throws {
    let folder = try ImageFolder()
    try folder.put(copyOf: "color.tif", as: "a.tif")
    let bench = try ServiceBench(folder.path)
    func ask(_ query: String = "") throws -> BenchAnswer {
      try #require(bench.get(Self.large + "jpg" + query))
    }
    let silent = try ask()
    let found = bench.service.index.open.current(Array("a.tif".utf8))
    let image = try #require(found)
    let named = "?v=\(image.version.text)"
    // Words may come: nobody keeps it for ever.
    #expect(try ask(named)["Cache-Control"] == "public, max-age=3600")
    var tags = [try #require(silent["ETag"])]
    for (file, text, title) in [
      ("a.xmp", Self.xmp("Bridge", "Ann"), "Bridge"), ("a.json5", "{title: 'Brücke'}", "Brücke"),
      ("a.json5", "{title: 'Pont'}", "Pont"), ("a.json5", nil, "Bridge"),
    ] {
      if let text { try folder.write(text, as: file) } else { try folder.remove(file) }
      image.statement.expire(at: .now)
      #expect(try Self.description("/images/a.tif", bench).title == title)
      let answer = try ask(named)
      #expect(answer.body.contains(">\(title)<".utf8))
      #expect(answer["Cache-Control"] == "no-cache")
      let tag = try #require(answer["ETag"])
      #expect(tags.last != tag)
      #expect(bench.get(Self.large + "jpg", "If-None-Match: \(tag)")?.status == 304)
      #expect(bench.get(Self.large + "jpg", "If-None-Match: \(tags[0])")?.status == 200)
      tags.append(tag)
    }
    // What was said before is said by the same picture.
    #expect(Set(tags).count == 4 && tags[1] == tags[4])
    try folder.remove("a.xmp")
    image.statement.expire(at: .now)
    let again = try ask()
    #expect(again["ETag"] == tags[0] && again.body == silent.body)
    // The tile's version and tag have nothing to do with words.
    #expect(
      bench.get("/images/a.tif/tiles/0/0_0.jpg" + named)?["Cache-Control"]?
        .contains("immutable") == true)
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: String.UTF8View) -> Bool {
    firstRange(of: Array(text)) != nil
  }
}
