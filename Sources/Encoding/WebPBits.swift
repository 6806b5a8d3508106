/// The bits of a WebP file without loss, the lowest of each byte first.
struct WebPBits {
  private(set) var bytes: [UInt8] = []
  private var waiting: UInt64 = 0
  private var count = 0

  init() { bytes.reserveCapacity(1 << 14) }

  /// Writes the lowest bits of a number, 32 at most.
  mutating func put(_ value: UInt32, _ bits: Int) {
    waiting |= UInt64(value) << UInt64(count)
    count += bits
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: waiting))
      waiting >>= 8
      count -= 8
    }
  }

  /// Ends the last byte.
  mutating func finish() {
    if count > 0 { put(0, 8 - count) }
  }
}
