import PyramidFormat
import PyramidSamples
import Testing

@testable import Decoding

@Suite struct LosslessTileTests {
  /// Packs codes of the widths that a TIFF encoder would use at each point.
  private func packed(_ codes: [(code: Int, width: Int)]) -> [UInt8] {
    var bytes: [UInt8] = []
    var bits = 0
    var count = 0
    for (code, width) in codes {
      bits = bits << width | code
      count += width
      while count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
      bits &= (1 << count) - 1
    }
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: bits << (8 - count))) }
    return bytes
  }

  /// An encoder as the specification describes it, with strings for a table.
  private func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var codes = [(code: 256, width: 9)]
    var table: [[UInt8]: Int] = [:]
    var next = 258
    func width(_ next: Int) -> Int { next < 512 ? 9 : next < 1024 ? 10 : next < 2048 ? 11 : 12 }
    func code(_ string: [UInt8]) -> Int { string.count == 1 ? Int(string[0]) : table[string] ?? 0 }
    var string: [UInt8] = []
    for byte in bytes {
      let longer = string + [byte]
      if longer.count == 1 || table[longer] != nil {
        string = longer
        continue
      }
      codes.append((code(string), width(next)))
      table[longer] = next
      next += 1
      string = [byte]
      if next == 4094 {
        codes.append((code(string), width(next)))
        string = []
        codes.append((256, width(next + 1)))
        table = [:]
        next = 258
      }
    }
    if !string.isEmpty {
      codes.append((code(string), width(next)))
      next += 1
    }
    codes.append((257, width(next)))
    return packed(codes)
  }

  @Test func `the specification's example comes out`() {
    let codes = [256, 7, 258, 8, 8, 258, 6, 6, 257].map { (code: $0, width: 9) }
    #expect(LZWDecoder.decode(packed(codes), limit: 100) == [7, 7, 7, 8, 8, 7, 7, 6, 6])
  }

  @Test(arguments: [1, 2, 3, 255, 256, 1000, 5000, 60000])
  func `LZW streams of every code width come out`(length: Int) {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: ($0 &* $0) >> 7 ^ $0 &* 13) }
    let zeros = [UInt8](repeating: 0, count: length)
    for original in [bytes, zeros] {
      let isSame = LZWDecoder.decode(encoded(original), limit: length) == original
      #expect(isSame)
    }
  }

  @Test func `codes that mean nothing end a stream`() {
    #expect(LZWDecoder.decode(packed([(256, 9), (300, 9)]), limit: 9) == [])
    #expect(LZWDecoder.decode(packed([(256, 9), (1, 9), (259, 9)]), limit: 9) == [1])
    #expect(LZWDecoder.decode([], limit: 9) == [])
  }

  @Test func `raw tiles must be whole and predictors are undone`() throws {
    var file = HandmadeTIFF.pages((16, 16))
    file.set(259) { $0.values = [1] }
    file.set(325) { $0.values = [256] }
    file.add(HandmadeTIFF.Field(tag: 317, type: 3, values: [2]))
    let pyramid = try Pyramid(MemorySource(file.bytes))
    let tile = [UInt8](repeating: 3, count: 256)
    let coding = TileCoding(pyramid.levels[0])
    let samples = try unsafe LosslessTile.samples(of: tile.span.bytes, coding)
    #expect(Array(samples.prefix(17)) == (1...16).map { $0 * 3 } + [3])
    #expect(throws: LosslessTileError.wrongLength(found: 255, expected: 256)) {
      let short = Array(tile.dropLast())
      _ = try unsafe LosslessTile.samples(of: short.span.bytes, coding)
    }
  }
}
