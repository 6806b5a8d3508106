import PyramidSamples
import Testing

@testable import PyramidFormat

@Suite struct HostileTIFFTests {
  private func refusal(_ file: HandmadeTIFF) -> String {
    refusal(file.bytes)
  }

  private func refusal(_ bytes: [UInt8]) -> String {
    do {
      let pyramid = try Pyramid(MemorySource(bytes))
      _ = try pyramid.locate(level: 0, column: 0, row: 0)
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func `the handmade file is sound to begin with`() {
    #expect(refusal(.pages((40, 20), (20, 10))) == "none")
  }

  @Test func `what is no TIFF is called so`() {
    #expect(refusal([UInt8]()) == "not a TIFF file")
    #expect(refusal(Array("II*".utf8)) == "not a TIFF file")
    #expect(refusal(Array("\u{89}PNG\r\n\u{1A}\n".utf8)) == "not a TIFF file")
    #expect(refusal([0x49, 0x49, 43, 0, 8, 0, 0, 0]) == "not a TIFF file")
  }

  @Test func `directories that lead back are refused`() {
    var file = HandmadeTIFF.pages((40, 20), (20, 10))
    file.links[1] = 8
    #expect(refusal(file) == "the directory at 8 is reached twice")
    file = .pages((40, 20))
    file.add(HandmadeTIFF.Field(tag: 330, type: 4, values: [8]))
    #expect(refusal(file) == "the directory at 8 is reached twice")
  }

  @Test func `a directory outside the file is refused`() {
    var file = HandmadeTIFF.pages((40, 20))
    file.links[0] = 0xFFFF_FFF0
    #expect(
      refusal(file)
        == "the directory at 4294967280, 2 bytes, lies outside the file of 8192 bytes")
  }

  @Test func `a chain of a million directories is cut off`() {
    // Directories of one field each, back to back.
    let count = TIFFReader.directoryLimit + 2
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    for index in 0..<count {
      bytes += [1, 0] + [0, 1, 4, 0, 1, 0, 0, 0, 1, 0, 0, 0]
      bytes += littleEndian(UInt32(8 + (index + 1) * 18))
    }
    #expect(refusal(bytes).hasSuffix("directories, at most 16384 are read"))
  }

  @Test func `directories that lie in one another are refused soon`() {
    // Each begins twelve bytes after the one before: they share all but one of their fields.
    let (count, fields) = (TIFFReader.directoryLimit, TIFFReader.fieldLimit)
    let file = HandmadeTIFF.overlapping(count: count, fields: fields)
    var refusal = ""
    let taken = ContinuousClock().measure { refusal = self.refusal(file) }
    #expect(
      refusal == "28672 fields in all directories, at most 25942 are read")
    // The limit is for a debug build beside others.
    #expect(taken < .seconds(2))
  }

  @Test func `fields that nobody knows are passed over`() throws {
    var file = HandmadeTIFF.pages((40, 20))
    for tag in 40000..<40050 {
      file.add(HandmadeTIFF.Field(tag: UInt16(tag), type: 4, values: [1]))
    }
    #expect(refusal(file) == "none")
    let kept = try Pyramid(MemorySource(file.bytes)).first.entries
    #expect(kept.keys.allSatisfy { $0.rawValue < 40000 })
  }

  @Test(arguments: [
    (UInt16(256), UInt32(0), "ImageWidth is 0, not 1 to 2147483648"),
    (257, 0, "ImageLength is 0, not 1 to 2147483648"),
    (256, .max, "ImageWidth is 4294967295, not 1 to 2147483648"),
    (322, 0, "TileWidth is 0, not 1 to 16384"),
    (323, 65535, "TileLength is 65535, not 1 to 16384"),
    (277, 0, "not a pyramid: its pixels have 0 samples"),
    (277, 65535, "not a pyramid: its pixels have 65535 samples"),
    (258, 16, "not a pyramid: its samples have 16 bits, not 8"),
    (259, 34712, "not a pyramid: its tiles are coded as JPEG 2000"),
    (259, 6, "not a pyramid: its tiles are coded as old-style JPEG"),
    (262, 5, "not a pyramid: its JPEG tiles are CMYK"),
  ])
  func `numbers out of bounds are named`(tag: UInt16, value: UInt32, expected: String) {
    var file = HandmadeTIFF.pages((40, 20))
    file.set(tag) { $0.values = [value] }
    #expect(refusal(file) == expected)
  }

  @Test(arguments: [
    (UInt16(324), UInt32(5), "TileOffsets has 5 values for 6 tiles"),
    (325, 0xFFFF_FFFF, "TileByteCounts has 4294967295 values for 6 tiles"),
    (256, 2, "2 values of ImageWidth, at most 1 are read"),
    (256, 0, "ImageWidth has no value"),
    (258, 0x4000_0000, "1073741824 values of BitsPerSample, at most 8 are read"),
  ])
  func `counts that lie are named`(tag: UInt16, count: UInt32, expected: String) {
    var file = HandmadeTIFF.pages((40, 20))
    file.set(tag) { $0.count = count }
    #expect(refusal(file) == expected)
  }

  @Test func `a picture of more tiles than the file could name costs no memory`() {
    var file = HandmadeTIFF.pages((40, 20))
    file.set(256) { $0.values = [1 << 31] }
    file.set(257) { $0.values = [1 << 31] }
    #expect(refusal(file) == "18014398509481984 tiles, at most 268435456 are read")
    file.set(256) { $0.values = [1 << 18] }
    file.set(257) { $0.values = [1 << 18] }
    file.set(324) { $0.count = 1 << 28 }
    file.set(325) { $0.count = 1 << 28 }
    #expect(refusal(file).hasPrefix("TileOffsets at "))
  }

  @Test func `tables and tiles outside the file are named`() {
    var file = HandmadeTIFF.pages((40, 20))
    file.set(324) { $0.place = 8190 }
    #expect(
      refusal(file) == "TileOffsets at 8190, 24 bytes, lies outside the file of 8192 bytes")
    file = .pages((40, 20))
    file.set(324) { $0.values[0] = 8190 }
    #expect(refusal(file) == "tile 0,0 at 8190, 16 bytes, lies outside the file of 8192 bytes")
    file = .pages((40, 20))
    file.set(325) { $0.values[0] = .max }
    #expect(refusal(file).hasPrefix("tile 0,0 at 4096, 4294967295 bytes, lies outside"))
  }

  @Test func `one bad coarse level is a missing level`() throws {
    var file = HandmadeTIFF.pages((40, 20), (20, 10))
    file.set(259, of: 1) { $0.values = [34712] }
    let pyramid = try Pyramid(MemorySource(file.bytes))
    #expect(pyramid.levels.count == 1)
    #expect(pyramid.warnings.count == 1)
  }

  @Test func `tables that are no JPEG stream are refused`() {
    var file = HandmadeTIFF.pages((40, 20))
    file.add(HandmadeTIFF.Field(tag: 347, type: 7, values: [1, 2, 3, 4, 5]))
    #expect(refusal(file) == "JPEGTables is not a JPEG stream")
  }

  /// A file that says it is ours; the numbers are those of its index.
  private func claiming(
    length: Int, checksums: [Int], from place: Int? = nil
  ) throws -> HandmadeTIFF {
    var file = HandmadeTIFF.pages((40, 20), (20, 10))
    file.set(324) { $0.values = [4096, 4112, 4128, 4144, 4160, 4176] }
    let description = try PyramidDescription(
      version: "abcdefghijklmnop", source: .init(name: "a", size: 1, modified: 1),
      recipe: #require(PyramidRecipe()))
    // The description lies where the handmade values begin that need room: behind the directories.
    func text(_ place: Int) -> [UInt32] {
      let index = PyramidIndex(length: length, place: place, checksums: checksums)
      return (description.encoded(with: index) + [0]).map(UInt32.init)
    }
    file.add(HandmadeTIFF.Field(tag: 270, type: 2, values: text(0)))
    let behind = Int(file.start(of: 2))
    file.set(270) { $0.values = text(place ?? behind) }
    return file
  }

  @Test func `checksums are where the description says`() throws {
    let pyramid = try Pyramid(
      MemorySource(claiming(length: 4096, checksums: [3000, 4084]).bytes))
    #expect(pyramid.index?.length == 4096 && pyramid.showsOurMarks)
    #expect(pyramid.levels.count == 2 && pyramid.levels.allSatisfy(\.hasChecksums))
    #expect(try pyramid.levels[0].checksum(at: 5) == 0)
  }

  @Test(arguments: [
    (4096, [4072, 3000]), (4096, [4096, 3000]), (4096, [.max, 3000]), (4, [0, 0]),
  ])
  func `checksums outside the index are refused`(length: Int, checksums: [Int]) throws {
    #expect(
      try refusal(claiming(length: length, checksums: checksums))
        == "the tile checksums lie outside the index")
  }

  @Test func `checksums outside the file are refused`() throws {
    #expect(
      try refusal(claiming(length: 1 << 40, checksums: [1 << 39, 3000]))
        == "the tile checksums at 549755813888, 24 bytes, lies outside the file of 8192 bytes")
  }

  @Test func `a level that the index leaves out has no checksums`() throws {
    let pyramid = try Pyramid(MemorySource(claiming(length: 4096, checksums: [3000]).bytes))
    #expect(pyramid.levels.map(\.hasChecksums) == [true, false])
  }

  @Test func `a description that was taken along tells nothing of its file`() throws {
    let file = try claiming(length: 4096, checksums: [3000, 3000], from: 600)
    let pyramid = try Pyramid(MemorySource(file.bytes))
    #expect(pyramid.index == nil && pyramid.showsOurMarks)
    #expect(pyramid.levels.map(\.hasChecksums) == [false, false])
  }
}
