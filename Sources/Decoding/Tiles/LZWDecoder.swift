/// TIFF's LZW: codes of 9 to 12 bits, first bit highest, each width left one code early.
///
/// TIFF 6.0, section 13.
struct LZWDecoder {
  private static let clear = 256
  private static let end = 257
  private static let tableLength = 4096

  /// For each code the code of all but its last byte, its last byte, and its length.
  private var prefixes = [UInt16](repeating: 0, count: tableLength)
  private var suffixes = [UInt8](repeating: 0, count: tableLength)
  private var lengths = [Int32](repeating: 0, count: tableLength)
  private var next = 258
  private var width = 9

  private init() {
    for byte in 0..<256 {
      suffixes[byte] = UInt8(byte)
      lengths[byte] = 1
    }
  }

  /// The bytes of a stream up to its end, to `limit` bytes, or to the first code that means nothing.
  static func decode(_ stream: [UInt8], limit: Int) -> [UInt8] {
    var decoder = LZWDecoder()
    var out: [UInt8] = []
    out.reserveCapacity(limit)
    var bits: UInt32 = 0
    var bitCount = 0
    var previous: Int?
    var place = 0
    while out.count < limit {
      while bitCount < decoder.width {
        guard place < stream.count else { return out }
        bits = bits << 8 | UInt32(stream[place])
        place += 1
        bitCount += 8
      }
      bitCount -= decoder.width
      let code = Int(bits >> UInt32(bitCount)) & ((1 << decoder.width) - 1)
      if code == end { return out }
      if code == clear {
        decoder.next = 258
        decoder.width = 9
        previous = nil
        continue
      }
      guard let last = previous else {
        guard code < clear else { return out }
        out.append(UInt8(code))
        previous = code
        continue
      }
      guard code < decoder.next || (code == decoder.next && code < tableLength) else { return out }
      decoder.learn(last, followedBy: code)
      decoder.write(code, to: &out, limit: limit)
      previous = code
    }
    return out
  }

  /// A new code for the last string and the first byte of this one, which may be the new code's own.
  private mutating func learn(_ last: Int, followedBy code: Int) {
    guard next < Self.tableLength else { return }
    prefixes[next] = UInt16(last)
    lengths[next] = lengths[last] + 1
    suffixes[next] = first(of: code == next ? last : code)
    next += 1
    if next == (1 << width) - 1, width < 12 { width += 1 }
  }

  private func first(of code: Int) -> UInt8 {
    var code = code
    while code >= Self.clear { code = Int(prefixes[code]) }
    return suffixes[code]
  }

  /// Strings are known from their end: written backwards into their place.
  private func write(_ code: Int, to out: inout [UInt8], limit: Int) {
    let start = out.count
    let length = Int(lengths[code])
    out.append(contentsOf: repeatElement(0, count: min(length, limit - start)))
    var code = code
    for index in stride(from: start + length - 1, through: start, by: -1) {
      if index < out.count { out[index] = suffixes[code] }
      code = Int(prefixes[code])
    }
  }
}
