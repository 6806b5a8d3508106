/// A Huffman code's words by their length, for those that a look-up does not tell whole.
struct CanonicalCode: Sendable {
  /// The last word of each length, -1 where there is none; by length, 1 to 16.
  let lastWord: [Int32]
  /// What is added to a word for its symbol's place; by length.
  let offset: [Int32]
  let symbols: [UInt8]

  init(_ specification: HuffmanSpecification) {
    var lastWord: [Int32] = [-1]
    var offset: [Int32] = [0]
    var next: Int32 = 0
    var place: Int32 = 0
    for count in specification.counts {
      offset.append(place - next)
      next += Int32(count)
      place += Int32(count)
      lastWord.append(count > 0 ? next - 1 : -1)
      next <<= 1
    }
    self.lastWord = lastWord
    self.offset = offset
    symbols = specification.symbols
  }

  /// The symbol whose word stands at the top of the bits.
  ///
  /// - Parameters:
  ///   - bits: at most 32 of them, at the upper end.
  ///   - available: how many are there.
  /// - Returns: nil where no whole word is there.
  func symbol(_ bits: UInt32, available: Int) -> (symbol: UInt8, length: Int)? {
    var length = 1
    while length <= min(available, HuffmanSpecification.longest) {
      let word = Int32(bits >> UInt32(32 - length))
      if word <= lastWord[length] {
        let place = Int(word + offset[length])
        guard symbols.indices.contains(place) else { return nil }
        return (symbols[place], length)
      }
      length += 1
    }
    return nil
  }
}

/// The number that so many bits behind a word mean (T.81, F.2.2.1).
@inline(__always)
func extended(_ value: Int32, bits: Int32) -> Int32 {
  value < 1 &<< (bits &- 1) ? value &- (1 &<< bits) &+ 1 : value
}

/// Differences of DC by look-up: the word and the bits behind it at once.
@safe
final class DifferenceTable {
  static let width = 10
  /// The largest count of bits behind a word for 8-bit samples.
  static let most = 11

  let code: CanonicalCode
  /// Bits 0 to 7: how many are used, 0 where the look-up does not tell; 16 to 31: the difference.
  let entries: UnsafeMutablePointer<UInt32>

  init(_ specification: HuffmanSpecification) {
    code = CanonicalCode(specification)
    unsafe entries = .allocate(capacity: 1 << Self.width)
    for index in 0..<(1 << Self.width) {
      unsafe entries[index] = Self.entry(UInt32(index) << UInt32(32 - Self.width), code)
    }
  }

  deinit { unsafe entries.deallocate() }

  private static func entry(_ bits: UInt32, _ code: CanonicalCode) -> UInt32 {
    guard let (symbol, length) = code.symbol(bits, available: width), symbol <= most,
      length + Int(symbol) <= width
    else { return 0 }
    let size = Int32(symbol)
    let value =
      size == 0 ? 0 : extended(Int32((bits << UInt32(length)) >> UInt32(32 - size)), bits: size)
    return UInt32(length + Int(symbol)) | UInt32(UInt16(truncatingIfNeeded: value)) << 16
  }
}

/// AC coefficients by look-up: one or two of them at once, with their values.
@safe
final class CoefficientTable {
  static let width = 11
  /// How far the end of a block advances: beyond every place there is.
  static let endOfBlock = 128
  /// The largest count of bits behind a word for 8-bit samples.
  static let most = 10

  let code: CanonicalCode
  /// Bits 0 to 7: how many are used, 0 where the look-up does not tell all; 8 to 15: how far the
  /// first coefficient advances; 16 to 23: how far both do; 24 to 31: how many bits the first one
  /// used; 32 to 47: its value; 48 to 63: the second's value.
  ///
  /// Where only the word is told, 24 to 31 have its length, and 32 to 47 the count of bits behind it.
  let entries: UnsafeMutablePointer<UInt64>

  init(_ specification: HuffmanSpecification) {
    code = CanonicalCode(specification)
    unsafe entries = .allocate(capacity: 1 << Self.width)
    for index in 0..<(1 << Self.width) {
      unsafe entries[index] = Self.entry(UInt32(index) << UInt32(32 - Self.width), code)
    }
  }

  deinit { unsafe entries.deallocate() }

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

  private static func entry(_ bits: UInt32, _ code: CanonicalCode) -> UInt64 {
    guard let first = whole(bits, available: width, code) else {
      guard let (symbol, length) = code.symbol(bits, available: width),
        (1...most).contains(Int(symbol & 15))
      else { return 0 }
      return UInt64((symbol >> 4) + 1) << 8 | UInt64(length) << 24 | UInt64(symbol & 15) << 32
    }
    var used = first.bits
    var advance = first.advance
    var second: Int32 = 0
    if first.advance != endOfBlock,
      let next = whole(bits << UInt32(first.bits), available: width - first.bits, code)
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
