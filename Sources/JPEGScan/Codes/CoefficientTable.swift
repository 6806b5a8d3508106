/// AC coefficients by look-up: one or two of them at once, with their values.
///
/// Of an entry, bits 0 to 7 are how many are used, 0 where the look-up does not tell all; 8 to 15 how
/// far the first coefficient advances; 16 to 23 how far both do; 24 to 31 how many bits the first one
/// used; 32 to 47 its value; 48 to 63 the second's value. Where only the word is told, 24 to 31 have
/// its length, and 32 to 47 the count of bits behind it.
enum CoefficientTable {
  static let width = 11
  /// How far the end of a block advances: beyond every place there is.
  static let endOfBlock = 128
  /// The largest count of bits behind a word for 8-bit samples.
  static let most = 10

  /// - Parameters:
  ///   - specification: the code.
  ///   - largest: of the coefficients that are told by look-up, in either direction; others are for
  ///     who reads word by word, to be looked at by their places.
  /// - Returns: the table.
  static func make(_ specification: HuffmanSpecification, largest: Int32) -> LookUp<UInt64> {
    LookUp(specification, width: width) { entry($0, $1, largest: largest) }
  }

  private struct Symbol {
    let bits: Int
    let advance: Int
    let value: Int32
  }

  private static func whole(_ bits: UInt32, available: Int, _ code: CanonicalCode) -> Symbol? {
    guard let (symbol, length) = code.symbol(bits, available: available) else { return nil }
    let size = Int(symbol & 15)
    if size == 0 {
      switch symbol {
      case 0x00: return Symbol(bits: length, advance: endOfBlock, value: 0)
      case 0xF0: return Symbol(bits: length, advance: 16, value: 0)
      default: return nil
      }
    }
    guard size <= most, length + size <= available else { return nil }
    let extra = Int32((bits << UInt32(length)) >> UInt32(32 - size))
    return Symbol(
      bits: length + size, advance: Int(symbol >> 4) + 1,
      value: extended(extra, bits: Int32(size)))
  }

  private static func entry(_ bits: UInt32, _ code: CanonicalCode, largest: Int32) -> UInt64 {
    guard let first = whole(bits, available: width, code), first.value.magnitude <= largest else {
      guard let (symbol, length) = code.symbol(bits, available: width),
        (1...most).contains(Int(symbol & 15))
      else { return 0 }
      return UInt64((symbol >> 4) + 1) << 8 | UInt64(length) << 24 | UInt64(symbol & 15) << 32
    }
    var used = first.bits
    var advance = first.advance
    var second: Int32 = 0
    if first.advance != endOfBlock,
      let next = whole(bits << UInt32(first.bits), available: width - first.bits, code),
      next.value.magnitude <= largest
    {
      used += next.bits
      advance += next.advance
      second = next.value
    }
    let low = UInt64(used) | UInt64(first.advance) << 8 | UInt64(advance) << 16
    return low | UInt64(first.bits) << 24
      | UInt64(UInt16(truncatingIfNeeded: first.value)) << 32
      | UInt64(UInt16(truncatingIfNeeded: second)) << 48
  }
}
