import PictureWords
import PyramidFormat
import PyramidSamples
import TileGeometry
import Testing

/// Words that are put into files are read from them again.
@Suite struct EmbeddedWordsTests {
  private static var details: PictureDetails {
    var details = PictureDetails()
    details.title = "Brücke & <Nebel>"
    details.description = "大橋 \"in\" fog"
    details.creator = "Ann; Zoé Müller"
    details.attribution = "© Stadtarchiv"
    details.rights = "http://creativecommons.org/licenses/by/4.0/"
    details.date = "1889-05"
    return details
  }

  private static let files: [([UInt8], PictureContainer)] = [
    (HeadBytes.jpeg(30, 20), .jpeg),
    (HeadBytes.jpeg(30, 20, [HeadBytes.segment(0xE0, Array("JFIF\0\u{1}\u{1}".utf8))]), .jpeg),
    (HeadBytes.png(30, 20, [HeadBytes.chunk("IDAT", [1, 2, 3])]), .png),
    (
      HeadBytes.webp([
        HeadBytes.webpChunk(
          "VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 30, 0, 20, 0, 1]
        )
      ]), .webp
    ),
    // 30 by 20, with alpha.
    (
      HeadBytes.webp([
        HeadBytes.webpChunk("VP8L", [0x2F, 29, 0xC0, 0x04, 0x10, 1, 2, 3, 4, 5])
      ]), .webp
    ),
    (
      HeadBytes.webp([
        HeadBytes.webpChunk("VP8X", [0x10, 0, 0, 0, 29, 0, 0, 19, 0, 0]),
        HeadBytes.webpChunk("ALPH", [1]), HeadBytes.webpChunk("VP8 ", [1, 2, 3, 4]),
        HeadBytes.webpChunk("EXIF", WordBytes.tiff([.text(315, "libwebp")], inner: [])),
      ]), .webp
    ),
  ]

  @Test(arguments: files.indices)
  func `what is embedded is read again, and the picture stays`(index: Int) throws {
    let (file, container) = Self.files[index]
    let words = try #require(EmbeddedWords(Self.details))
    let worded = words.embedded(in: file, container)
    let head = try PictureHead(of: MemorySource(worded), container, .words)
    #expect(try head.details(tellingPlace: true) == Self.details)
    let size = try #require(try head.size())
    #expect(size.width == 30 && size.height == 20)
  }

  @Test func `a WebP file says which chunks it has`() throws {
    let words = try #require(EmbeddedWords(Self.details))
    let flags = Self.files.filter { $0.1 == .webp }.map { words.embedded(in: $0.0, $0.1)[20] }
    #expect(flags == [0x0C, 0x1C, 0x1C])
    for (file, container) in Self.files where container == .webp {
      let worded = words.embedded(in: file, container)
      let length = worded[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      #expect(length == worded.count - 8)
    }
  }

  @Test func `a PNG file's chunks have their checksums`() throws {
    var details = PictureDetails()
    details.creator = "Ann"
    let words = try #require(EmbeddedWords(details))
    let file = words.embedded(in: HeadBytes.png(3, 2), .png)
    let place = try #require(file.ranges(of: Array("eXIf".utf8)).first).upperBound
    // Of the field "Ann", as zlib has it.
    let block: [UInt8] =
      [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x3B, 1, 2, 0, 4, 0, 0, 0] + Array("Ann\0".utf8)
      + [0, 0, 0, 0]
    #expect(Array(file[place..<(place + block.count)]) == block)
    #expect(
      Array(file[(place + block.count)..<(place + block.count + 4)]) == [0xb2, 0x8f, 0x60, 0x8a])
  }

  @Test func `a place is embedded where it is known`() throws {
    var details = PictureDetails()
    details.place = PicturePlace(latitude: -48.21, longitude: 11.5)
    let words = try #require(EmbeddedWords(details))
    let file = words.embedded(in: HeadBytes.jpeg(3, 2), .jpeg)
    let head = try PictureHead(of: MemorySource(file), .jpeg, .words)
    #expect(try head.details(tellingPlace: false).place == nil)
    let place = try #require(try head.details(tellingPlace: true).place)
    #expect(abs(place.latitude + 48.21) < 1e-7 && abs(place.longitude - 11.5) < 1e-7)
  }

  @Test func `different words have different fingerprints, and no words none`() {
    var other = Self.details
    other.title = "Brücke"
    #expect(EmbeddedWords(PictureDetails()) == nil)
    #expect(EmbeddedWords(Self.details)?.fingerprint == EmbeddedWords(Self.details)?.fingerprint)
    #expect(EmbeddedWords(Self.details)?.fingerprint != EmbeddedWords(other)?.fingerprint)
    // What it was taken with is not told of other renderings of it.
    var camera = PictureDetails()
    camera.camera.make = "Canon"
    #expect(EmbeddedWords(camera) == nil)
  }

  @Test func `what is no such file stays as it is`() throws {
    let words = try #require(EmbeddedWords(Self.details))
    for container in [PictureContainer.jpeg, .png, .webp, .gif, .tiff] {
      for file in [[], [0xFF, 0xD8], [UInt8](repeating: 7, count: 100)] as [[UInt8]] {
        #expect(words.embedded(in: file, container) == file)
      }
    }
    let lying: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 1, 2]
    #expect(words.embedded(in: lying, .jpeg) == lying)
  }
}
