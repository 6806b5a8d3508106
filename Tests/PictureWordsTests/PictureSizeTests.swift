import PictureWords
import PyramidFormat
import PyramidSamples
import SeededNumbers
import Testing
import TileGeometry

/// How large pictures are, by their heads.
@Suite struct PictureSizeTests {
  static func size(_ bytes: [UInt8], _ container: PictureContainer) throws -> PixelSize? {
    try PictureHead(of: MemorySource(bytes), container, .size).size()
  }

  static let wide = PixelSize(width: 300, height: 200)
  static let tall = PixelSize(width: 200, height: 300)

  static func turned(_ orientation: UInt16, bigEndian: Bool = false) -> [UInt8] {
    HeadBytes.tiff([(tag: 274, value: orientation)], bigEndian: bigEndian)
  }

  @Test func `each kind of file tells its size`() throws {
    #expect(try Self.size(HeadBytes.jpeg(300, 200), .jpeg) == Self.wide)
    #expect(try Self.size(HeadBytes.png(300, 200), .png) == Self.wide)
    let gif = Array("GIF89a".utf8) + [44, 1, 200, 0, 0, 0, 0]
    #expect(try Self.size(gif, .gif) == Self.wide)
    #expect(try Self.size(HeadBytes.heif(300, 200), .heif) == Self.wide)
    for isBig in [false, true] {
      let tiff = HeadBytes.tiff([(tag: 256, value: 300), (tag: 257, value: 200)], bigEndian: isBig)
      #expect(try Self.size(tiff, .tiff) == Self.wide)
    }
    let canvas = HeadBytes.littleEndian(299, 3) + HeadBytes.littleEndian(199, 3)
    let extended = [0, 0, 0, 0] + canvas
    let lossy: [UInt8] = [0x30, 1, 0, 0x9D, 1, 0x2A, 44, 0x41, 200, 0x80]
    let lossless: [UInt8] = [0x2F] + HeadBytes.littleEndian(299 | 199 << 14, 4)
    for (kind, body) in [("VP8X", extended), ("VP8 ", lossy), ("VP8L", lossless)] {
      let file = HeadBytes.webp([HeadBytes.webpChunk(kind, body)])
      #expect(try Self.size(file, .webp) == Self.wide, "\(kind)")
    }
    let sides = HeadBytes.bigEndian(310, 4) + HeadBytes.bigEndian(205, 4)
    let offset = HeadBytes.bigEndian(10, 4) + HeadBytes.bigEndian(5, 4)
    let bare: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0] + sides + offset
    #expect(try Self.size(bare, .jpeg2000) == Self.wide)
    let head = HeadBytes.bigEndian(200, 4) + HeadBytes.bigEndian(300, 4) + [0, 3, 7, 7, 0, 0]
    let boxed =
      HeadBytes.box("jP  ", [13, 10, 0x87, 10]) + HeadBytes.box("ftyp", Array("jp2 ".utf8))
      + HeadBytes.box("jp2h", HeadBytes.box("ihdr", head))
    #expect(try Self.size(boxed, .jpeg2000) == Self.wide)
  }

  /// Cutting turns such pictures, and the gallery's frames are made for what is cut.
  @Test func `a block that ends with its fields still tells how to turn`() throws {
    let block = Array(Self.turned(6).dropLast(4))
    #expect(try Self.size(HeadBytes.jpeg(300, 200, [HeadBytes.exif(block)]), .jpeg) == Self.tall)
  }

  @Test(arguments: 0...9 as ClosedRange<UInt16>)
  func `pictures that lie on their side are told upright`(orientation: UInt16) throws {
    let wanted = (5...8).contains(orientation) ? Self.tall : Self.wide
    for isBig in [false, true] {
      let block = Self.turned(orientation, bigEndian: isBig)
      #expect(try Self.size(HeadBytes.jpeg(300, 200, [HeadBytes.exif(block)]), .jpeg) == wanted)
    }
    let extent = HeadBytes.littleEndian(299, 3) + HeadBytes.littleEndian(199, 3)
    let canvas = [8, 0, 0, 0] + extent
    for words in [[], Array("Exif\0\0".utf8)] {
      let file = HeadBytes.webp([
        HeadBytes.webpChunk("VP8X", canvas), HeadBytes.webpChunk("VP8 ", [1, 2, 3]),
        HeadBytes.webpChunk("EXIF", words + Self.turned(orientation)),
      ])
      #expect(try Self.size(file, .webp) == wanted)
    }
    let sides: [(tag: UInt16, value: UInt16)] = [(256, 300), (257, 200), (274, orientation)]
    #expect(try Self.size(HeadBytes.tiff(sides), .tiff) == wanted)
    // Tiles are served as they lie.
    #expect(try Self.size(HeadBytes.tiff(sides + [(322, 256)]), .tiff) == Self.wide)
  }

  @Test func `a HEIF picture is turned as its properties say`() throws {
    #expect(try Self.size(HeadBytes.heif(300, 200, turns: [1]), .heif) == Self.tall)
    #expect(try Self.size(HeadBytes.heif(300, 200, turns: [2]), .heif) == Self.wide)
    #expect(try Self.size(HeadBytes.heif(300, 200, turns: [3, 1]), .heif) == Self.wide)
  }

  @Test func `segments of any length are stepped over`() throws {
    let long = HeadBytes.segment(0xE2, [UInt8](repeating: 0xFF, count: 65_000))
    let many = [[UInt8]](repeating: long, count: 40) + [HeadBytes.exif(Self.turned(6))]
    #expect(try Self.size(HeadBytes.jpeg(300, 200, many), .jpeg) == Self.tall)
    let short = [[UInt8]](repeating: HeadBytes.segment(0xE2, []), count: 100_000)
    #expect(try Self.size(HeadBytes.jpeg(300, 200, short), .jpeg) == nil)
  }

  @Test func `sizes that can't be are none`() throws {
    for (width, height) in [(0, 200), (300, 0)] {
      #expect(try Self.size(HeadBytes.jpeg(width, height), .jpeg) == nil)
    }
    #expect(try Self.size(HeadBytes.png(0xFFFF_FFFF, 1), .png) == nil)
    #expect(try Self.size(HeadBytes.heif(0xFFFF_FFFF, 9), .heif) == nil)
  }

  /// Cut anywhere and spoiled anywhere, a head says something or nothing.
  @Test func `no head does harm`() throws {
    let canvas = [8, 0, 0, 0, 43, 1, 0, 199, 0, 0] as [UInt8]
    let files: [([UInt8], PictureContainer)] = [
      (HeadBytes.jpeg(300, 200, [HeadBytes.exif(Self.turned(6))]), .jpeg),
      (HeadBytes.png(300, 200), .png), (Array("GIF89a".utf8) + [44, 1, 200, 0], .gif),
      (HeadBytes.heif(300, 200, turns: [1]), .heif),
      (HeadBytes.tiff([(256, 300), (257, 200), (274, 6)]), .tiff),
      (
        HeadBytes.webp([
          HeadBytes.webpChunk("VP8X", canvas), HeadBytes.webpChunk("EXIF", Self.turned(6)),
        ]), .webp
      ),
    ]
    var numbers = SplitMix(seed: 11)
    for (bytes, container) in files {
      for count in 0..<min(bytes.count, 400) {
        _ = try Self.size(Array(bytes[..<count]), container)
      }
      for _ in 0..<4000 {
        var spoiled = bytes
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
          spoiled[Int.random(in: 0..<bytes.count, using: &numbers)] =
            [0, 0xFF, 0x7F, UInt8.random(in: 0...255, using: &numbers)]
            .randomElement(using: &numbers) ?? 0
        }
        let size = try Self.size(spoiled, container)
        #expect(size.map { $0.width > 0 && $0.height > 0 } ?? true)
      }
    }
  }
}
