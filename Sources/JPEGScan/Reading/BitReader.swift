/// Bits of an unstuffed scan, taken from the front.
///
/// It reads up to 15 bytes beyond what it is asked for: whoever makes one sees to it that they are
/// there.
@unsafe
struct BitReader {
  /// The next byte that is not in ``bits`` whole.
  var next: UnsafePointer<UInt8>
  /// What comes next, from the upper end.
  var bits: UInt64 = 0
  /// How many of them are there.
  var count: Int = 0

  /// - Parameters:
  ///   - base: where the bytes begin.
  ///   - position: of the first bit to be taken, counted from there.
  init(_ base: UnsafePointer<UInt8>, at position: Int) {
    unsafe next = base + position >> 3
    unsafe refill()
    unsafe skip(position & 7)
  }

  /// Makes sure of 56 bits.
  @inline(__always)
  mutating func refill() {
    let word = unsafe UnsafeRawPointer(next).loadUnaligned(as: UInt64.self).bigEndian
    unsafe bits |= word &>> UInt64(truncatingIfNeeded: count)
    unsafe next += (63 &- count) &>> 3
    unsafe count |= 56
  }

  @inline(__always)
  mutating func skip(_ used: Int) {
    unsafe bits &<<= UInt64(truncatingIfNeeded: used)
    unsafe count &-= used
  }

  /// The place of the next bit, counted from a byte.
  @inline(__always)
  func position(from base: UnsafePointer<UInt8>) -> Int { unsafe (next - base) &* 8 &- count }
}
