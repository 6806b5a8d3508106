/// AC coefficients by look-up: one or two of them at once, with their values.
///
/// A table is to stay in the nearest of a processor's caches beside all else that reading a block
/// takes: so an entry has 32 bits. Bits 0 to 5 are how many are used, 0 where the look-up does not tell
/// all; 6 to 12 how far the first coefficient advances; 13 to 19 how far both do; 20 to 26 are its
/// value; 27 to 31 the second's. Where only the word is told, 6 to 12 are how far it advances, 13 to 19
/// its length, and 20 to 26 the count of bits behind it.
enum CoefficientTable {
  static let width = 11
  /// How far the end of a block advances: beyond what any two coefficients do.
  static let endOfBlock = 96
  /// The largest count of bits behind a word for 8-bit samples.
  static let most = 10
  /// What has room in an entry.
  private static let firstValues: ClosedRange<Int32> = -64...63
  private static let secondValues: ClosedRange<Int32> = -16...15

  /// - Parameters:
  ///   - specification: the code.
  ///   - largest: of the coefficients that are told by look-up, in either direction; others are for
  ///     who reads word by word, to be looked at by their places.
  /// - Returns: the table.
  static func make(_ specification: HuffmanSpecification, largest: Int32) -> LookUp<UInt32> {
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

  private static func entry(_ bits: UInt32, _ code: CanonicalCode, largest: Int32) -> UInt32 {
    guard let first = whole(bits, available: width, code), first.value.magnitude <= largest,
      firstValues ~= first.value
    else {
      guard let (symbol, length) = code.symbol(bits, available: width),
        (1...most).contains(Int(symbol & 15))
      else { return 0 }
      return UInt32((symbol >> 4) + 1) << 6 | UInt32(length) << 13 | UInt32(symbol & 15) << 20
    }
    var used = first.bits
    var advance = first.advance
    var second: Int32 = 0
    if first.advance != endOfBlock,
      let next = whole(bits << UInt32(first.bits), available: width - first.bits, code),
      next.value.magnitude <= largest, secondValues ~= next.value
    {
      used += next.bits
      advance += next.advance
      second = next.value
    }
    return UInt32(used) | UInt32(first.advance) << 6 | UInt32(advance) << 13
      | UInt32(bitPattern: first.value & 127) << 20 | UInt32(bitPattern: second) << 27
  }
}
