/// Bits of a deflate stream, taken from the lower end of each byte (RFC 1951, 3.1.1).
///
/// It reads up to 15 bytes beyond what it is asked for: whoever makes one sees to it that they are
/// there.
@unsafe
struct PackedBits {
  /// The next byte that is not in ``bits`` whole.
  var next: UnsafePointer<UInt8>
  /// What comes next, from the lower end.
  private(set) var bits: UInt64 = 0
  /// How many of them are there, in the lowest byte; what stands above means nothing.
  private var count: UInt64 = 0

  /// - Parameter next: where the bits begin.
  init(_ next: UnsafePointer<UInt8>) { unsafe self.next = unsafe next }

  /// Makes sure of 56 bits.
  @inline(__always)
  mutating func refill() {
    let word = unsafe UnsafeRawPointer(next).loadUnaligned(as: UInt64.self).littleEndian
    unsafe bits |= word &<< count
    unsafe next += Int(truncatingIfNeeded: 7 &- count &>> 3 & 7)
    unsafe count |= 56
  }

  /// Passes so many bits, 63 at most; what stands above the lowest byte is not looked at.
  @inline(__always)
  mutating func skip(_ used: UInt32) {
    unsafe bits &>>= UInt64(truncatingIfNeeded: used)
    unsafe count &-= UInt64(truncatingIfNeeded: used)
  }

  /// Takes so many bits, which must be there.
  @inline(__always)
  mutating func take(_ wanted: UInt32) -> Int {
    let value = unsafe bits & (1 &<< UInt64(truncatingIfNeeded: wanted) &- 1)
    unsafe skip(wanted)
    return Int(truncatingIfNeeded: value)
  }

  /// Takes an entry's word and what follows it, and gives the number that they tell.
  @inline(__always)
  mutating func number(_ entry: UInt32) -> Int {
    let behind = unsafe bits & (1 &<< UInt64(truncatingIfNeeded: entry) &- 1)
    unsafe skip(entry)
    let extra = behind &>> UInt64(truncatingIfNeeded: entry &>> 8 & 15)
    return Int(truncatingIfNeeded: entry &>> 16) &+ Int(truncatingIfNeeded: extra)
  }

  /// Where the first byte stands of which no bit was taken.
  var wholeByte: UnsafePointer<UInt8> { unsafe next - Int(truncatingIfNeeded: count &>> 3 & 7) }
}
