import ByteText
import PyramidFormat
import TileGeometry

/// Whether the tiles of a pyramid begin as those do that our own cutter writes.
///
/// The pyramid was written by a process that had read a stranger's file. Heads are small and read
/// here, by code that knows its bounds: a decoder never meets a tile that asks for more than its
/// place in the level has room for.
struct TileHeads {
  /// Bytes that hold the head of any tile of ours.
  private static let length = 2048

  private let pyramid: Pyramid

  init(of pyramid: Pyramid) { self.pyramid = pyramid }

  /// Looks at every tile that is there.
  ///
  /// - Throws: ``PyramidProblem`` for the first one that is none of ours, ``TIFFError`` for one that
  ///   can't be read.
  func check() throws {
    for level in pyramid.levels {
      let isOurs: ([UInt8], StoredLevel) -> Bool
      switch level.facts.compression {
      case .jpeg: isOurs = Self.isOurJPEG
      case .webp: isOurs = Self.isOurWebP
      // They are unpacked here as well, into as many bytes as a tile has.
      case .deflate: continue
      default: throw PyramidProblem(.tile, "tiles are coded as \(level.facts.compression)")
      }
      guard !level.facts.hasSharedTables else {
        throw PyramidProblem(.tile, "tiles share their tables")
      }
      for index in 0..<level.tileCount {
        guard let place = try level.location(at: index, fileSize: pyramid.source.byteCount) else {
          continue
        }
        let head = try pyramid.source.bytes(
          "a tile", at: UInt64(clamping: place.offset),
          count: UInt64(clamping: min(place.length, Self.length)))
        guard isOurs(head, level) else {
          throw PyramidProblem(.tile, "a tile begins as none of ours")
        }
      }
    }
  }

  /// Baseline, 8 bits a sample, the tile's size, and one scan of all components: what follows it
  /// is no second one to any decoder.
  private static func isOurJPEG(_ head: [UInt8], _ level: StoredLevel) -> Bool {
    guard head.starts(with: [0xFF, 0xD8]) else { return false }
    let components = level.facts.samplesPerPixel
    var place = 2
    var hasFrame = false
    while place + 4 <= head.count, head[place] == 0xFF {
      let end = place + 2 + Int(head[place + 2]) << 8 + Int(head[place + 3])
      guard end <= head.count else { return false }
      let body = head[min(place + 4, end)..<end]
      switch head[place + 1] {
      // Tables, and who wrote it.
      case 0xDB, 0xC4, 0xE0, 0xEE: break
      case 0xC0:
        guard !hasFrame, isFrame(Array(body), of: level) else { return false }
        hasFrame = true
      case 0xDA:
        // All components, all coefficients, all bits.
        return hasFrame && body.count == 4 + 2 * components
          && Int(body[body.startIndex]) == components
          && body.suffix(3).elementsEqual([0, 63, 0])
      default: return false
      }
      place = end
    }
    return false
  }

  private static func isFrame(_ body: [UInt8], of level: StoredLevel) -> Bool {
    let components = level.facts.samplesPerPixel
    guard components == 1 || components == 3, body.count == 6 + 3 * components, body[0] == 8,
      Int32(body[1]) << 8 | Int32(body[2]) == level.tileHeight,
      Int32(body[3]) << 8 | Int32(body[4]) == level.tileWidth, Int(body[5]) == components
    else { return false }
    let sampling = (0..<components).map { body[7 + 3 * $0] }
    return sampling[0] == luma(of: level) && sampling.dropFirst().allSatisfy { $0 == 0x11 }
  }

  /// Blocks of luma for each of chroma, as a frame has them; nil where ours have no such ones.
  private static func luma(of level: StoredLevel) -> UInt8? {
    guard level.facts.samplesPerPixel > 1 else { return 0x11 }
    guard let chroma = level.facts.subsampling, chroma.across <= 2, chroma.down <= 2 else {
      return nil
    }
    return UInt8(chroma.across << 4 | chroma.down)
  }

  /// A still picture of the tile's size.
  private static func isOurWebP(_ head: [UInt8], _ level: StoredLevel) -> Bool {
    func has(_ text: StaticString, at place: Int) -> Bool {
      head.span.starts(with: text, at: place)
    }
    func number(at place: Int, bytes: Int) -> Int32 {
      (0..<bytes).reversed().reduce(0) { $0 << 8 | Int32(head[place + $1]) }
    }
    guard head.count >= 30, has("RIFF", at: 0), has("WEBP", at: 8) else { return false }
    let size: (width: Int32, height: Int32)
    switch true {
    case has("VP8 ", at: 12):
      guard head[23...25].elementsEqual([0x9D, 0x01, 0x2A]) else { return false }
      size = (number(at: 26, bytes: 2) & 0x3FFF, number(at: 28, bytes: 2) & 0x3FFF)
    case has("VP8L", at: 12):
      guard head[20] == 0x2F else { return false }
      let sides = number(at: 21, bytes: 4)
      size = (sides & 0x3FFF + 1, sides >> 14 & 0x3FFF + 1)
    case has("VP8X", at: 12):
      // Without animation; the picture inside must be as large as its canvas to every decoder.
      guard head[20] & 0x02 == 0 else { return false }
      size = (number(at: 24, bytes: 3) + 1, number(at: 27, bytes: 3) + 1)
    default: return false
    }
    return size == (level.tileWidth, level.tileHeight)
  }
}
