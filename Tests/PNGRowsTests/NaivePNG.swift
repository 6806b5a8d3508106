import Digests
import Inflating

@testable import PNGRows

/// A PNG file as the standard has it, nothing packed and nothing filtered.
struct NaivePNG {
  var width = 5
  var height = 4
  var depth: UInt8 = 8
  var color: UInt8 = 2
  var interlacing: UInt8 = 0
  /// Chunks before the pixels.
  var before: [(name: String, bytes: [UInt8])] = []
  /// Chunks behind them.
  var behind: [(name: String, bytes: [UInt8])] = [("tEXt", [1, 2]), ("IEND", [])]
  /// Bytes of a row, without its filter.
  var rows: [[UInt8]] = []
  /// What each row says of its filter.
  var filter: UInt8 = 0
  /// How many bytes each chunk of pixels has.
  var piece = 7

  var file: [UInt8] {
    var header = Self.number(width) + Self.number(height)
    header += [depth, color, 0, 0, interlacing]
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk("IHDR", header)
    for (name, bytes) in before { file += Self.chunk(name, bytes) }
    let stream = Self.stored(rows.flatMap { [filter] + $0 })
    for start in stride(from: 0, to: stream.count, by: piece) {
      file += Self.chunk("IDAT", Array(stream[start..<min(stream.count, start + piece)]))
    }
    for (name, bytes) in behind { file += Self.chunk(name, bytes) }
    return file
  }

  static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let summed = Array(name.utf8) + bytes
    return number(bytes.count) + summed + number(Int(unsafe CRC32.of(summed.span.bytes)))
  }

  /// A zlib stream whose blocks are not packed.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    let pieces = stride(from: 0, to: bytes.count, by: 60_000)
    for start in pieces {
      let part = bytes[start..<min(bytes.count, start + 60_000)]
      let (low, high) = (UInt8(part.count & 255), UInt8(part.count >> 8))
      stream += [start + part.count == bytes.count ? 1 : 0, low, high, ~low, ~high] + part
    }
    var (sum, sums) = (1, 0)
    for byte in bytes {
      sum = (sum + Int(byte)) % 65_521
      sums = (sums + sum) % 65_521
    }
    return stream + number(sums << 16 | sum)
  }

  static func reading(_ file: [UInt8]) -> FileWindow.Read {
    { place, buffer in
      let start = min(Int(place), file.count)
      let count = min(buffer.byteCount, file.count - start)
      for index in 0..<count {
        buffer.storeBytes(of: file[start + index], toByteOffset: index, as: UInt8.self)
      }
      return count
    }
  }

  /// All rows' samples.
  static func samples(of file: [UInt8]) throws -> [[UInt8]] {
    let reader = try PNGReader(of: reading(file))
    let rows = try (0..<reader.header.height).map { _ in
      try reader.readRow { samples in samples.indices.map { samples[$0] } }
    }
    try reader.finish()
    return rows
  }
}
