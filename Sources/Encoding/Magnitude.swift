/// A number as a symbol, and bits besides.
struct Magnitude {
  let symbol: Int
  let more: UInt32
  let bits: Int

  /// - Parameter number: from 1.
  @inline(__always)
  init(_ number: Int) {
    let rest = number - 1
    guard rest >= 2 else {
      (symbol, more, bits) = (rest, 0, 0)
      return
    }
    let highest = Int.bitWidth - 1 - rest.leadingZeroBitCount
    bits = highest - 1
    symbol = 2 * highest + (rest >> bits) & 1
    more = UInt32(rest & ((1 << bits) - 1))
  }
}
