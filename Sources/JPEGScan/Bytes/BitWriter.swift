/// Bits put behind each other into bytes, the first one at the upper end.
///
/// Behind each byte of ones it puts a zero, as a scan has it. It writes up to 8 bytes beyond what it
/// holds, and asks for no room: whoever makes one knows how much will come.
@unsafe
struct BitWriter {
  /// Where the bits that are held will go.
  private(set) var next: UnsafeMutablePointer<UInt8>
  /// Bits not written yet, at the upper end; fewer than 64.
  private var held: UInt64 = 0
  private var count = 0

  init(_ base: UnsafeMutablePointer<UInt8>) { unsafe next = unsafe base }

  /// Appends up to 64 bits.
  @inline(__always)
  mutating func put(_ value: UInt64, bits: Int) {
    let room = unsafe 64 &- count
    if bits < room {
      unsafe held |= value &<< UInt64(truncatingIfNeeded: room &- bits)
      unsafe count &+= bits
      return
    }
    unsafe held |= value &>> UInt64(truncatingIfNeeded: bits &- room)
    unsafe flush()
    unsafe count = bits &- room
    unsafe held = count == 0 ? 0 : value &<< UInt64(truncatingIfNeeded: 64 &- count)
  }

  @inline(__always)
  private mutating func flush() {
    // A bit for every byte of ones; others may have one too where there is such a byte.
    let ones = unsafe (~held &- 0x0101_0101_0101_0101) & held & 0x8080_8080_8080_8080
    guard ones == 0 else {
      unsafe next = unsafe Self.stuff(held, bytes: 8, to: next)
      return
    }
    unsafe UnsafeMutableRawPointer(next).storeBytes(of: held.bigEndian, as: UInt64.self)
    unsafe next += 8
  }

  /// Writes bytes one by one.
  ///
  /// It takes numbers, and no writer: one whose address is passed on is kept in memory, not in
  /// registers.
  ///
  /// - Returns: where the bytes end.
  @inline(never)
  private static func stuff(_ held: UInt64, bytes: Int, to place: UnsafeMutablePointer<UInt8>)
    -> UnsafeMutablePointer<UInt8>
  {
    var next = unsafe place
    for index in 0..<bytes {
      let byte = UInt8(truncatingIfNeeded: held &>> UInt64(truncatingIfNeeded: 56 - 8 * index))
      unsafe next.pointee = byte
      unsafe next += 1
      guard byte == 0xFF else { continue }
      unsafe next.pointee = 0
      unsafe next += 1
    }
    return unsafe next
  }

  /// Appends bits as they stand elsewhere; up to 9 bytes behind them are looked at.
  mutating func copy(_ base: UnsafePointer<UInt8>, _ bits: Range<Int>) {
    var from = bits.lowerBound
    if unsafe count == 0 {
      while from &+ 64 <= bits.upperBound {
        unsafe held = Self.word(base, at: from)
        unsafe flush()
        from &+= 64
      }
      unsafe held = 0
    } else {
      let shift = unsafe UInt64(truncatingIfNeeded: count)
      while from &+ 64 <= bits.upperBound {
        let word = unsafe Self.word(base, at: from)
        unsafe held |= word &>> shift
        unsafe flush()
        unsafe held = word &<< (64 &- shift)
        from &+= 64
      }
    }
    let rest = bits.upperBound &- from
    if rest > 0 {
      unsafe put(
        Self.word(base, at: from) &>> UInt64(truncatingIfNeeded: 64 &- rest), bits: rest)
    }
  }

  /// The 64 bits from a position on.
  @inline(__always)
  private static func word(_ base: UnsafePointer<UInt8>, at position: Int) -> UInt64 {
    let bytes = unsafe UnsafeRawPointer(base + position &>> 3)
    let shift = UInt64(truncatingIfNeeded: position & 7)
    let word = unsafe bytes.loadUnaligned(as: UInt64.self).bigEndian
    let behind = UInt64(unsafe bytes.load(fromByteOffset: 8, as: UInt8.self))
    return word &<< shift | (behind &<< shift) &>> 8
  }

  /// Fills the last byte with ones.
  ///
  /// - Returns: where the bytes end.
  mutating func finish() -> UnsafeMutablePointer<UInt8> {
    let missing = unsafe -count & 7
    unsafe put(1 << UInt64(missing) - 1, bits: missing)
    return unsafe Self.stuff(held, bytes: count / 8, to: next)
  }
}
