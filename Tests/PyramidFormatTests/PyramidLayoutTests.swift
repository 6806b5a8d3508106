import ByteText
import PyramidSamples
import Testing
import TileGeometry

@testable import PyramidFormat

@Suite struct PyramidLayoutTests {
  private static let firstRead = 1 << 16

  private func layout(
    _ width: Int64, _ height: Int64, tiles: PyramidTiles = .colorJPEG(.quartered),
    finestChroma: ChromaSampling? = nil, profile: [UInt8]? = nil, big: Bool? = nil
  ) throws -> PyramidLayout {
    try PyramidLayout(
      ladder: Ladder(
        imageSize: #require(ImageSize(width: width, height: height)), tileSize: .standard),
      tiles: tiles, finestChroma: finestChroma,
      description: PyramidDescription(
        version: "abcdefghijklmnop",
        source: .init(name: String(repeating: "ü", count: 255), size: 1 << 40, modified: 1 << 60),
        recipe: #require(PyramidRecipe())),
      profile: profile, big: big)
  }

  /// Where a level's tables end.
  private func end(of tables: PyramidLayout.LevelTables) -> Int {
    tables.checksums + tables.tileCount * 4
  }

  @Test(arguments: [false, true])
  func `64 KiB hold what a first view of 943 megapixels needs`(hasProfile: Bool) throws {
    let profile = hasProfile ? [UInt8](repeating: 7, count: 1 << 20) : nil
    let layout = try layout(40_960, 23_040, profile: profile)
    #expect(layout.isBig && layout.headLength > 300_000)
    let start = Array(layout.head.prefix(Self.firstRead))
    // The same file, of which no more than its first 64 KiB can be read.
    let source = PartialSource(start: start, byteCount: 200 << 20)
    let pyramid = try Pyramid(source)
    #expect(pyramid.levels.count == layout.levels.count && pyramid.description != nil)
    for (level, tables) in zip(pyramid.levels, layout.levels).dropFirst(2) {
      #expect(end(of: tables) <= Self.firstRead)
      for tile in 0..<level.tileCount {
        #expect(try level.location(at: tile, fileSize: source.byteCount) == nil)
        #expect(try level.checksum(at: tile) == 0)
      }
    }
  }

  @Test func `tables of a terapixel lie coarsest level first`() throws {
    let layout = try layout(1 << 20, 1 << 19)
    #expect(layout.headLength > 170_000_000)
    for (finer, coarser) in zip(layout.levels, layout.levels.dropFirst()) {
      #expect(end(of: coarser) <= finer.checksums)
      if coarser.tileCount > 2 { #expect(end(of: coarser) <= finer.offsets) }
    }
    let first = layout.levels.filter { end(of: $0) <= Self.firstRead }
    #expect(first.count == layout.levels.count - 6 && first[0].tileCount == 2048)
  }

  @Test(arguments: [false, true])
  func `one read opens a file`(big: Bool) throws {
    let layout = try layout(20_000, 20_000, profile: [UInt8](repeating: 7, count: 3000), big: big)
    let source = PartialSource(
      start: Array(layout.head.prefix(Int(TIFFReader.firstRead))), byteCount: 1 << 30)
    #expect(try Pyramid(source).levels.count == layout.levels.count)
  }

  @Test func `what an index tells is what was laid out`() throws {
    let layout = try layout(3000, 2000)
    let pyramid = try Pyramid(MemorySource(layout.head))
    let index = try #require(pyramid.index)
    #expect(index.length == layout.headLength && layout.seal == layout.headLength - 4)
    #expect(index.checksums == layout.levels.map { UInt64($0.checksums) })
  }

  @Test(arguments: [ChromaSampling.full, .halved, .quartered])
  func `the finest level may have a chroma of its own`(chroma: ChromaSampling) throws {
    let layout = try layout(1000, 800, finestChroma: chroma)
    let found = try Pyramid(MemorySource(layout.head)).levels.map(\.facts.subsampling)
    #expect(found == [chroma] + Array(repeating: .quartered, count: layout.levels.count - 1))
    let gray = try self.layout(1000, 800, tiles: .grayJPEG, finestChroma: chroma)
    #expect(try gray.head == self.layout(1000, 800, tiles: .grayJPEG).head)
  }

  @Test func `fields are known to every reader of TIFF`() throws {
    let kinds: [PyramidTiles] = [
      .grayJPEG, .colorJPEG(.full), .webp(alpha: true), .deflate(channels: 4),
    ]
    for tiles in kinds {
      let head = try layout(1000, 800, tiles: tiles, profile: [1], big: false).head
      let count = Int(head[8]) + Int(head[9]) << 8
      for field in 0..<count {
        let tag = UInt16(head[10 + field * 12]) + UInt16(head[11 + field * 12]) << 8
        // TIFF 6.0, its technical notes, and ICC's.
        #expect(tag <= TIFFTag.referenceBlackWhite.rawValue || tag == TIFFTag.colorProfile.rawValue)
      }
    }
  }
}

/// The beginning of a file; what lies behind it can't be read.
private struct PartialSource: ByteSource {
  struct Unread: Error {}

  let start: [UInt8]
  let byteCount: Int64
  var name: String { "a part" }

  func read(
    at offset: Int64, into buffer: inout MutableRawSpan
  ) throws(ByteSourceError) -> Int {
    guard offset + Int64(buffer.byteCount) <= Int64(start.count) else {
      throw ByteSourceError(Unread())
    }
    return try MemorySource(start).read(at: offset, into: &buffer)
  }
}
