/// AC coefficients by look-up: one or two of them at once, with their values.
///
/// A table is to stay in the nearest of a processor's caches beside all else that reading a block
/// takes: so an entry has 32 bits. Bits 0 to 5 are how many are used, 0 where the look-up does not tell
/// all; 6 to 12 how far the first coefficient advances; 13 to 19 how far both do; 20 to 26 are its
/// value; 27 to 31 the second's. Where only the word is told, 6 to 12 are how far it advances, 13 to 19
/// its length, and 20 to 26 the count of bits behind it.
enum CoefficientTable {
  static let width = 12
  /// What moves as many bits from the upper end of 64 to the lower one.
  static let shift: UInt64 = 64 - 12
  /// How far the end of a block advances: beyond what any two coefficients do.
  static let endOfBlock = 96
  /// The largest count of bits behind a word for 8-bit samples.
  static let most = 10
  /// What has room in an entry.
  private static let firstValues: ClosedRange<Int16> = -64...63
  private static let secondValues: ClosedRange<Int16> = -16...15

  /// - Parameters:
  ///   - specification: the code.
  ///   - largest: of the coefficients that are told by look-up, in either direction; others are for
  ///     who reads word by word, to be looked at by their places.
  /// - Returns: the table.
  static func make(_ specification: HuffmanSpecification, largest: Int32) -> LookUp<UInt32> {
    let code = CanonicalCode(specification)
    let symbols = (0..<1 << width).map { whole(UInt32($0) << UInt32(32 - width), code) }
    return LookUp(code, width: width) { bits in
      entry(bits, symbols, code, largest: largest)
    }
  }

  /// A symbol all of whose bits are looked up; none of them where there is no such.
  private struct Symbol {
    // A table of them is gone through for each code: so they are small.
    var bits: UInt8 = 0
    var advance: UInt8 = 0
    var value: Int16 = 0
  }

  private static func whole(_ bits: UInt32, _ code: CanonicalCode) -> Symbol {
    guard let (symbol, length) = code.symbol(bits, available: width) else { return Symbol() }
    let size = Int(symbol & 15)
    if size == 0 {
      switch symbol {
      case 0x00: return Symbol(bits: UInt8(length), advance: UInt8(endOfBlock))
      case 0xF0: return Symbol(bits: UInt8(length), advance: 16)
      default: return Symbol()
      }
    }
    guard size <= most, length + size <= width else { return Symbol() }
    let extra = Int32((bits << UInt32(length)) >> UInt32(32 - size))
    return Symbol(
      bits: UInt8(length + size), advance: symbol >> 4 + 1,
      value: Int16(extended(extra, bits: Int32(size))))
  }

  /// What some bits mean, given at the upper end of 32; the symbols are by the first ``width`` bits.
  private static func entry(
    _ bits: UInt32, _ symbols: [Symbol], _ code: CanonicalCode, largest: Int32
  ) -> UInt32 {
    let first = symbols[Int(bits >> UInt32(32 - width))]
    guard first.bits > 0, first.value.magnitude <= largest, firstValues ~= first.value else {
      guard let (symbol, length) = code.symbol(bits, available: width),
        (1...most).contains(Int(symbol & 15))
      else { return 0 }
      return UInt32((symbol >> 4) + 1) << 6 | UInt32(length) << 13 | UInt32(symbol & 15) << 20
    }
    var used = UInt32(first.bits)
    var advance = UInt32(first.advance)
    var second: Int16 = 0
    // What the first leaves, with zeros behind it: a symbol that takes no more than that is there.
    let next = symbols[Int((bits << used) >> UInt32(32 - width))]
    if advance != endOfBlock, next.bits > 0, used + UInt32(next.bits) <= width,
      next.value.magnitude <= largest, secondValues ~= next.value
    {
      used += UInt32(next.bits)
      advance += UInt32(next.advance)
      second = next.value
    }
    return used | UInt32(first.advance) << 6 | advance << 13
      | UInt32(truncatingIfNeeded: first.value & 127) << 20
      | UInt32(truncatingIfNeeded: second) << 27
  }
}
