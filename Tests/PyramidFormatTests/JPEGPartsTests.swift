import PyramidSamples
import Testing

@testable import PyramidFormat

@Suite struct JPEGPartsTests {
  private static let progressive: [UInt8] = frame(0xC2, components: 1)

  private static func frame(_ marker: UInt8, components: UInt8) -> [UInt8] {
    [0xFF, marker, 0, 8 + 3 * components, 8, 0, 16, 0, 16, components]
      + (1...components).flatMap { [$0, 0x11, 0] }
  }

  private static func scan(of components: UInt8 = 1) -> [UInt8] {
    let head: [UInt8] = [0xFF, 0xDA, 0, 6 + 2 * components, components]
    // Codes with a byte that only looks like a marker's first, and a restart between them.
    return head + (1...components).flatMap { [$0, 0] } + [0, 63, 0]
      + [1, 0xFF, 0, 0xFF, 0xD3, 2]
  }

  private static func stream(_ parts: [UInt8]...) -> [UInt8] {
    [0xFF, 0xD8] + parts.flatMap(\.self) + [0xFF, 0xD9]
  }

  /// A page of tiles, each of them one of the streams.
  private func page(_ streams: [[UInt8]], strips: Bool = false) throws -> JPEGParts? {
    var file = HandmadeTIFF.pages((16, UInt32(16 * streams.count)))
    if strips {
      file.directories[0].removeAll { (322...325).contains($0.tag) }
      file.add(HandmadeTIFF.Field(tag: 273, type: 4, values: [0]))
      file.add(HandmadeTIFF.Field(tag: 279, type: 4, values: [0]))
    }
    var places: [UInt32] = []
    var bytes: [UInt8] = []
    for stream in streams {
      places.append(UInt32(HandmadeTIFF.tilePlace + bytes.count))
      bytes += stream
    }
    file.set(strips ? 273 : 324) { $0.values = places }
    file.set(strips ? 279 : 325) { $0.values = streams.map { UInt32($0.count) } }
    let head = file.bytes.prefix(HandmadeTIFF.tilePlace)
    return try TIFFPictures(of: MemorySource(Array(head) + bytes)).jpegParts(page: 1)
  }

  private func scans(_ stream: [UInt8]) throws -> Int {
    var markers = JPEGMarkers(in: MemorySource(stream), from: 0, to: UInt64(stream.count))
    return try markers.countScans(upTo: 1000)
  }

  @Test func `scans are counted as decoders go through them`() throws {
    #expect(try scans(Self.stream(Self.progressive, Self.scan(), Self.scan(), Self.scan())) == 3)
    // All that a decoder reads of it is its first one.
    let sequential = Self.frame(0xC0, components: 3)
    #expect(try scans(Self.stream(sequential, Self.scan(of: 3), Self.scan(of: 3))) == 1)
    let parted = Self.stream(sequential, Self.scan(), Self.scan(), Self.scan(), Self.scan())
    #expect(try scans(parted) == 4)
  }

  @Test func `what looks like a scan inside a segment is none`() throws {
    let comment: [UInt8] = [0xFF, 0xFE, 0, 12] + Self.scan().prefix(10)
    #expect(try scans(Self.stream(comment, Self.progressive, comment, Self.scan(), comment)) == 1)
  }

  @Test func `streams that end too early have the scans that are there`() throws {
    let whole = Self.stream(Self.progressive, Self.scan(), Self.scan())
    for count in 0..<whole.count { #expect(try scans(Array(whole.prefix(count))) <= 2) }
    #expect(try scans([0xFF, 0xD8, 0xFF, 0xC2, 0, 1, 0xFF, 0xDA]) == 0)
    #expect(try scans([UInt8](repeating: 0xFF, count: 5000)) == 0)
  }

  @Test func `long streams are read piece by piece`() throws {
    let codes = [UInt8](repeating: 3, count: 70_000)
    let padding: [UInt8] = [0xFF, 0xE1, 0x27, 0x12] + [UInt8](repeating: 0xDA, count: 10_000)
    let scans = (0..<5).flatMap { _ in Self.scan() + codes }
    #expect(try self.scans(Self.stream(padding, Self.progressive, padding, scans)) == 5)
  }

  @Test(arguments: [false, true])
  func `one part of too many scans is found among others`(strips: Bool) throws {
    let sound = Self.stream(Self.progressive, Self.scan(), Self.scan())
    let hostile = Self.stream(Self.progressive, Self.scan(), Self.scan(), Self.scan())
    let parts = try #require(try page([sound, sound, hostile], strips: strips))
    #expect(try parts.haveMoreScans(than: 2))
    #expect(try !parts.haveMoreScans(than: 3))
  }

  @Test func `a page of another compression has none`() throws {
    var file = HandmadeTIFF.pages((16, 16))
    file.set(259) { $0.values = [5] }
    #expect(try TIFFPictures(of: MemorySource(file.bytes)).jpegParts(page: 1) == nil)
    #expect(try TIFFPictures(of: MemorySource(file.bytes)).jpegParts(page: 2) == nil)
  }

  @Test func `parts that lie over one another are not looked at for ever`() throws {
    let codes = [UInt8](repeating: 3, count: 70_000)
    let stream = Self.stream(Self.progressive, Self.scan(), codes, Self.scan(), codes)
    var file = HandmadeTIFF.pages((16, 16 * 100))
    file.set(324) { $0.values = (0..<100).map { _ in UInt32(HandmadeTIFF.tilePlace) } }
    file.set(325) { $0.values = (0..<100).map { _ in UInt32(stream.count) } }
    let bytes = Array(file.bytes.prefix(HandmadeTIFF.tilePlace)) + stream
    let parts = try #require(try TIFFPictures(of: MemorySource(bytes)).jpegParts(page: 1))
    #expect(throws: TIFFError.field("the JPEG streams", "lie over one another")) {
      try parts.haveMoreScans(than: 2)
    }
  }
}
