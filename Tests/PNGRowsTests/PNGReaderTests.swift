import Inflating
import SeededNumbers
import Testing

@testable import PNGRows

/// Files of all kinds, and some that are none.
@Suite struct PNGReaderTests {
  /// Rows of so many bytes.
  private static func rows(_ png: NaivePNG, bytes: Int, upTo most: UInt8 = 255) -> [[UInt8]] {
    var numbers = SplitMix(seed: UInt64(png.color))
    return (0..<png.height).map { _ in (0..<bytes).map { _ in UInt8(numbers.int(0...Int(most))) } }
  }

  @Test(arguments: [(0, 1), (4, 2), (2, 3), (6, 4)] as [(UInt8, Int)])
  func `samples of eight bits are as they are stored`(color: UInt8, channels: Int) throws {
    var png = NaivePNG(color: color)
    png.rows = Self.rows(png, bytes: 5 * channels)
    #expect(try NaivePNG.samples(of: png.file) == png.rows)
    png.width = 70_000
    png.height = 3
    png.piece = 10_000
    png.rows = Self.rows(png, bytes: 70_000 * channels)
    #expect(try NaivePNG.samples(of: png.file) == png.rows)
  }

  @Test func `of sixteen bits the upper eight are taken`() throws {
    var png = NaivePNG(depth: 16, color: 2)
    png.rows = Self.rows(png, bytes: 30)
    let wanted = png.rows.map { row in stride(from: 0, to: 30, by: 2).map { row[$0] } }
    #expect(try NaivePNG.samples(of: png.file) == wanted)
  }

  @Test(arguments: [(1, 255), (2, 85), (4, 17)] as [(UInt8, Int)])
  func `few bits of gray are spread over eight`(depth: UInt8, factor: Int) throws {
    var png = NaivePNG(width: 11, depth: depth, color: 0)
    png.rows = Self.rows(png, bytes: (11 * Int(depth) + 7) / 8)
    let wanted = png.rows.map { row in
      Self.numbers(row, depth: Int(depth), count: 11).map { UInt8($0 * factor) }
    }
    #expect(try NaivePNG.samples(of: png.file) == wanted)
  }

  /// Numbers of so many bits, the first one at a byte's upper end.
  private static func numbers(_ row: [UInt8], depth: Int, count: Int) -> [Int] {
    (0..<count).map { index in
      (0..<depth).reduce(0) { value, bit in
        let place = index * depth + bit
        return value << 1 | Int(row[place / 8] >> UInt8(7 - place % 8) & 1)
      }
    }
  }

  @Test(arguments: [1, 2, 4, 8] as [UInt8], [false, true])
  func `palettes are looked up`(depth: UInt8, hasAlpha: Bool) throws {
    var png = NaivePNG(width: 11, depth: depth, color: 3)
    let colors = min(200, 1 << Int(depth))
    let palette = (0..<3 * colors).map { UInt8(truncatingIfNeeded: 7 * $0 + 3) }
    png.before = [("gAMA", [0, 0, 1, 0]), ("PLTE", palette)]
    if hasAlpha { png.before.append(("tRNS", [9, 8])) }
    png.rows = Self.rows(png, bytes: (11 * Int(depth) + 7) / 8, upTo: depth == 8 ? 199 : 255)
    let wanted = png.rows.map { row in
      Self.numbers(row, depth: Int(depth), count: 11).flatMap { index in
        palette[3 * index..<3 * index + 3]
          + (hasAlpha ? [index < 2 ? [9, 8][index] : 255] : [])
      }
    }
    #expect(try NaivePNG.samples(of: png.file) == wanted)
  }

  private static let standard = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000]

  @Test(
    arguments: [
      ([], nil), ([("gAMA", [45_455])], nil), ([("cHRM", standard)], nil),
      ([("gAMA", [100_000])], .gamma), ([("cHRM", standard.map { $0 / 2 })], .chromaticities),
      ([("gAMA", [100_000]), ("sRGB", [])], nil), ([("iCCP", []), ("gAMA", [100_000])], nil),
      ([("cICP", [0x0C0D_0001]), ("iCCP", [])], .codePoints), ([("cICP", [0x010D_0001])], nil),
      ([("cHRM", [1])], .chromaticities),
    ] as [([(String, [Int])], PNGColors?)])
  func `colors that are told without a profile are known`(
    chunks: [(String, [Int])], colors: PNGColors?
  ) throws {
    var png = NaivePNG(interlacing: 1)
    png.rows = Self.rows(png, bytes: 15)
    png.before = chunks.map { ($0, $1.flatMap(NaivePNG.number)) }
    #expect(PNGColors.other(than: NaivePNG.reading(png.file)) == colors)
    #expect(PNGColors.other(than: NaivePNG.reading(Array(png.file.prefix(40)))) == nil)
  }

  @Test func `a color may be what is not seen`() throws {
    var png = NaivePNG(width: 2, height: 1)
    png.before = [("tRNS", [0, 1, 0, 2, 0, 3])]
    png.rows = [[1, 2, 3, 1, 2, 4]]
    #expect(try NaivePNG.samples(of: png.file) == [[1, 2, 3, 0, 1, 2, 4, 255]])
    png.color = 0
    png.before = [("tRNS", [0, 7])]
    png.rows = [[7, 8]]
    #expect(try NaivePNG.samples(of: png.file) == [[7, 0, 8, 255]])
  }

  @Test func `files that are not quite regular are refused`() {
    let whole = NaivePNG(rows: Array(repeating: Array(repeating: 5, count: 15), count: 4))
    var files: [[UInt8]] = [[], [1, 2, 3]]
    func with(_ change: (inout NaivePNG) -> Void) {
      var png = whole
      change(&png)
      files.append(png.file)
    }
    with { $0.width = 0 }
    with { $0.height = 0 }
    with { $0.height = 5 }
    with { $0.height = 3 }
    with { $0.width = 6 }
    with { $0.width = 1 << 31 }
    with { $0.depth = 4 }
    with { $0.color = 1 }
    with { $0.color = 3 }
    with { png in
      png.color = 3
      png.before = [("tRNS", [1])]
    }
    with { $0.interlacing = 1 }
    with { $0.rows[2].append(0) }
    with { $0.filter = 5 }
    with { $0.before = [("IDAX", [])] }
    with { $0.before = [("PLTE", [1, 2])] }
    with { $0.before = [("tRNS", [0, 1])] }
    with { $0.before = [("tRNS", [0, 1, 0, 2, 1, 3])] }
    with { $0.behind = [("IDAT", [1]), ("IEND", [])] }
    with { $0.behind = [("tEXt", [1])] }
    with { $0.behind = [] }
    for file in files {
      #expect(throws: PackedIrregular.self) { try NaivePNG.samples(of: file) }
    }
  }

  @Test func `files that end anywhere, or have any bit changed, are refused or read as they were`()
  {
    var png = NaivePNG(color: 6)
    png.rows = Self.rows(png, bytes: 20)
    png.behind = [("IEND", [])]
    let file = png.file
    for end in 0..<file.count - 4 {
      #expect(throws: PackedIrregular.self) { try NaivePNG.samples(of: Array(file[..<end])) }
    }
    for bit in 0..<8 * (file.count - 12) {
      var changed = file
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: PackedIrregular.self) { try NaivePNG.samples(of: changed) }
    }
  }
}
