/// The bits of a WebP file without loss, the lowest of each byte first.
@safe
struct WebPBits: ~Copyable {
  /// Bits at once at most: with seven that wait they are as many as a word has.
  static let most = 57

  private var bytes: UnsafeMutableRawPointer
  private var capacity = 1 << 14
  private var byteCount = 0
  /// Less than a byte of them.
  private var waiting: UInt64 = 0
  private var count = 0

  init() { unsafe bytes = .allocate(byteCount: capacity, alignment: 8) }

  deinit { unsafe bytes.deallocate() }

  /// Writes the lowest bits of a number that has no others, ``most`` at most.
  @inline(__always)
  mutating func put(_ value: UInt64, _ bits: Int) {
    // How many bits there are can't be foreseen: a word is written each time, and written over.
    waiting |= value &<< UInt64(truncatingIfNeeded: count)
    count &+= bits
    if byteCount &+ 8 > capacity { grow() }
    unsafe bytes.storeBytes(of: waiting.littleEndian, toByteOffset: byteCount, as: UInt64.self)
    let whole = count &>> 3
    byteCount &+= whole
    waiting &>>= UInt64(truncatingIfNeeded: count & ~7)
    count &= 7
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutableRawPointer.allocate(byteCount: 2 * capacity, alignment: 8)
    unsafe larger.copyMemory(from: bytes, byteCount: byteCount)
    unsafe bytes.deallocate()
    unsafe bytes = larger
    capacity *= 2
  }

  /// How many bytes they are; of the last one some bits may be left.
  var length: Int { byteCount + (count > 0 ? 1 : 0) }

  /// Appends all of them; the last byte is filled with zeros.
  func append(to file: inout [UInt8]) {
    unsafe file.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: byteCount))
    if count > 0 { file.append(UInt8(truncatingIfNeeded: waiting)) }
  }
}
