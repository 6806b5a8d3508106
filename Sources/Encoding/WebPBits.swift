/// The bits of a WebP file without loss, the lowest of each byte first.
struct WebPBits {
  private var words: [UInt32] = []
  private var waiting: UInt64 = 0
  private var count = 0

  init() { words.reserveCapacity(1 << 12) }

  /// Writes the lowest bits of a number, 32 at most.
  @inline(__always)
  mutating func put(_ value: UInt32, _ bits: Int) {
    waiting |= UInt64(value) << UInt64(count)
    count += bits
    guard count >= 32 else { return }
    words.append(UInt32(truncatingIfNeeded: waiting))
    waiting >>= 32
    count -= 32
  }

  /// All of them; the last byte is filled with zeros.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * words.count + 4)
    for word in words {
      bytes.append(UInt8(truncatingIfNeeded: word))
      bytes.append(UInt8(truncatingIfNeeded: word >> 8))
      bytes.append(UInt8(truncatingIfNeeded: word >> 16))
      bytes.append(UInt8(truncatingIfNeeded: word >> 24))
    }
    for index in 0..<(count + 7) / 8 {
      bytes.append(UInt8(truncatingIfNeeded: waiting >> UInt64(8 * index)))
    }
    return bytes
  }
}
