import PyramidSamples
import Testing
import TileGeometry

@testable import PyramidFormat

@Suite struct ForeignPyramidTests {
  private func reduction(_ exponent: Int32) -> Reduction { Reduction(clamping: exponent) }

  @Test(arguments: [false, true])
  func `levels are found in either byte order`(big: Bool) throws {
    var file = HandmadeTIFF.pages((100, 60), (50, 30), (25, 15), (13, 8))
    file.isBigEndian = big
    let pyramid = try Pyramid(MemorySource(file.bytes))
    #expect(pyramid.isBigEndian == big)
    #expect(pyramid.levels.map(\.size.width) == [100, 50, 25, 13])
    #expect(pyramid.tileSize?.side == 16)
    for exponent: Int32 in 0...3 {
      #expect(pyramid.storedLevel(reduction(exponent)) == Int(exponent))
    }
    let place = try pyramid.locate(TileAddress(reduction: .full, column: 1, row: 2))
    #expect(place == TileLocation(offset: 4096 + 15 * 16, length: 16))
  }

  @Test func `levels that are missing or rounded down are known as missing`() throws {
    // 1001 halves to 501 here, to 500 elsewhere; a slide has every second level only.
    let pyramid = try Pyramid(MemorySource(HandmadeTIFF.pages((99, 60), (49, 30), (25, 15)).bytes))
    #expect(pyramid.levels.count == 3)
    #expect(pyramid.storedLevel(reduction(1)) == nil)
    #expect(pyramid.storedLevel(reduction(2)) == 2)
    #expect(try pyramid.locate(TileAddress(reduction: reduction(1), column: 0, row: 0)) == nil)
  }

  @Test func `levels need not be powers of two`() throws {
    let pyramid = try Pyramid(MemorySource(HandmadeTIFF.pages((90, 60), (30, 20), (10, 7)).bytes))
    #expect(pyramid.levels.map(\.size.width) == [90, 30, 10])
  }

  @Test func `thumbnail and label of a slide are neither levels nor pages`() throws {
    var file = HandmadeTIFF.pages((100, 60), (33, 20), (25, 15), (20, 20))
    for index in 1...3 { file.set(254, of: index) { $0.values = [0] } }
    for index in [1, 3] {
      file.directories[index].removeAll { (322...325).contains($0.tag) }
    }
    let pyramid = try Pyramid(MemorySource(file.bytes))
    #expect(pyramid.levels.map(\.size.width) == [100, 25])
    #expect(pyramid.pageCount == 1)
    #expect(pyramid.associated.map(\.name) == ["thumbnail", "picture"])
    #expect(pyramid.associated.map(\.size.width) == [33, 20])
    #expect(throws: NotAPyramid.self) { try Pyramid(MemorySource(file.bytes), page: 2) }
  }

  @Test func `pages of one size are images of their own`() throws {
    var file = HandmadeTIFF.pages((40, 20), (40, 20), (20, 10))
    file.set(254, of: 1) { $0.values = [0] }
    let first = try Pyramid(MemorySource(file.bytes), page: 1)
    let second = try Pyramid(MemorySource(file.bytes), page: 2)
    #expect(first.pageCount == 2)
    #expect(first.levels.count == 1)
    #expect(second.levels.map(\.size.width) == [40, 20])
  }

  @Test func `levels in SubIFDs are found`() throws {
    var file = HandmadeTIFF.pages((40, 20), (20, 10))
    file.add(HandmadeTIFF.Field(tag: 330, type: 4, values: [0]))
    let child = file.start(of: 1)
    file.set(330) { $0.values = [child] }
    file.links[0] = 0
    let pyramid = try Pyramid(MemorySource(file.bytes))
    #expect(pyramid.levels.map(\.size.width) == [40, 20])
    #expect(pyramid.pageCount == 1)
  }

  @Test func `tiles left out of a sparse file are known as such`() throws {
    var file = HandmadeTIFF.pages((40, 20))
    file.set(324) { $0.values[1] = 0 }
    file.set(325) { $0.values[1] = 0 }
    let pyramid = try Pyramid(MemorySource(file.bytes))
    #expect(try pyramid.locate(TileAddress(reduction: .full, column: 1, row: 0)) == nil)
    #expect(try pyramid.locate(TileAddress(reduction: .full, column: 0, row: 0)) != nil)
  }

  @Test func `shared tables and a marker for RGB stand before a tile`() throws {
    var file = HandmadeTIFF.pages((40, 20))
    file.set(262) { $0.values = [2] }
    file.set(277) { $0.values = [3] }
    file.set(258) { $0.values = [8, 8, 8] }
    file.add(
      HandmadeTIFF.Field(
        tag: 347, type: 7, values: [0xFF, 0xD8, 0xFF, 0xDB, 0, 3, 9, 0xFF, 0xD9]))
    let facts = try Pyramid(MemorySource(file.bytes)).levels[0].facts
    #expect(
      facts.prefix
        == [0xFF, 0xD8, 0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
        + [0xFF, 0xDB, 0, 3, 9])
    #expect(facts.skippedBytes == 2)
    let plain = try Pyramid(MemorySource(HandmadeTIFF.pages((40, 20)).bytes)).levels[0].facts
    #expect(plain.prefix.isEmpty)
    #expect(plain.skippedBytes == 0)
  }

  @Test func `opening a file of a quarter million tiles reads little of it`() throws {
    let file = HandmadeTIFF.pages((8000, 8000))
    let source = CountingSource(file.bytes)
    let pyramid = try Pyramid(source)
    #expect(pyramid.levels[0].tileCount == 250_000)
    #expect(source.bytesRead <= 20_000)
    let address = TileAddress(reduction: .full, column: 17, row: 499)
    // The tile is beyond the end of this short file: only the tables are asked.
    #expect(throws: TIFFError.self) { try pyramid.locate(address) }
    #expect(source.bytesRead <= 60_000)
    let before = source.bytesRead
    _ = try? pyramid.locate(address)
    #expect(source.bytesRead == before)
  }

  @Test func `strips are told from tiles`() throws {
    var file = HandmadeTIFF.pages((40, 20))
    file.directories[0].removeAll { (322...325).contains($0.tag) }
    #expect(throws: NotAPyramid("its pixels lie in strips, not in tiles")) {
      try Pyramid(MemorySource(file.bytes))
    }
  }
}
