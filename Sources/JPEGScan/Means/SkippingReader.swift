/// One component's blocks, read for their DC alone: as many words are passed at once as a look-up
/// tells.
@safe
struct SkippingReader {
  private let reader: BlockReader
  private let table: LookUp<UInt16>
  private let skips: UnsafeMutablePointer<UInt16>

  init(_ reader: BlockReader, _ table: LookUp<UInt16>) {
    self.reader = reader
    self.table = table
    unsafe skips = table.entries
  }

  /// Reads what the DC differs by; at least 46 bits are there afterwards.
  ///
  /// - Returns: nil for what is no word.
  @inline(__always)
  func difference(_ bits: inout BitReader) -> Int32? { unsafe reader.difference(&bits) }

  /// Passes the coefficients after DC.
  ///
  /// - Returns: false for what is no block.
  @inline(__always)
  func skipCoefficients(_ bits: inout BitReader) -> Bool {
    var place = 0
    while true {
      // 46 bits are there: a turn takes 23 at most.
      var turn = 0
      while turn < 2 {
        let entry = Int(unsafe skips[Int(truncatingIfNeeded: bits.bits &>> SkipTable.shift)])
        let next = place &+ entry &>> 5
        guard next < SkipTable.last else {
          if next &- SkipTable.endOfBlock < SkipTable.last,
            next >= SkipTable.endOfBlock
          {
            unsafe bits.skip(entry & 31)
            return true
          }
          unsafe bits.refill()
          var skipper = CoefficientSkipper()
          return unsafe reader.readCoefficients(&bits, &skipper, behind: place)
        }
        place = next
        unsafe bits.skip(entry & 31)
        turn &+= 1
      }
      unsafe bits.refill()
    }
  }
}

/// How far the words of AC coefficients go by look-up: as many of them as there are bits for, be all
/// bits behind the last one there or not.
///
/// Of an entry, bits 0 to 4 are how many are used; 5 to 12 how far they advance, with
/// ``endOfBlock`` for a block's end, behind which no word is told. Where no word is told
/// it is as far as a block goes.
enum SkipTable {
  static let width = 13
  /// What moves as many bits from the upper end of 64 to the lower one.
  static let shift: UInt64 = 64 - 13
  /// A block's last place: what gets there, or beyond, is to be looked at word by word.
  static let last = 63
  /// How far a block's end advances: beyond what two entries do.
  static let endOfBlock = 128

  static func make(_ specification: HuffmanSpecification) -> LookUp<UInt16> {
    let code = CanonicalCode(specification)
    return LookUp(code, width: width) { entry($0, code) }
  }

  private static func entry(_ bits: UInt32, _ code: CanonicalCode) -> UInt16 {
    var (used, advance) = (0, 0)
    while used < width,
      let (symbol, length) = code.symbol(bits << UInt32(used), available: width - used)
    {
      let size = Int(symbol & 15)
      if symbol == 0 {
        used += length
        advance += SkipTable.endOfBlock
        break
      }
      let run = size == 0 ? 16 : Int(symbol >> 4) + 1
      guard size <= CoefficientTable.most, size > 0 || symbol == 0xF0, advance + run <= last
      else { break }
      used += length + size
      advance += run
    }
    return UInt16(used | (used == 0 ? last : advance) << 5)
  }
}

/// Lets all coefficients go by.
private struct CoefficientSkipper: CoefficientTaker {
  @inline(__always)
  mutating func take(_ place: Int, _ value: Int32) {}
}
