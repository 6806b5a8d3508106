/// What is done with a block's coefficients as they come.
///
/// They come in zigzag order, zeros among them. A place beyond 63 is told too, and is to be taken
/// without harm: that a block is none is found out after its coefficients were told.
protocol CoefficientTaker {
  /// - Parameters:
  ///   - place: 1 to 254.
  ///   - value: not multiplied by its step.
  mutating func take(_ place: Int, _ value: Int32)
}

/// One component's blocks, read word by word.
@safe
struct BlockReader {
  private let differences: UnsafeMutablePointer<UInt32>
  private let coefficients: UnsafeMutablePointer<UInt32>
  private let differenceTable: LookUp<UInt32>
  private let coefficientTable: LookUp<UInt32>
  private let limits: CoefficientLimits

  /// - Parameters:
  ///   - differenceTable: of DC.
  ///   - coefficientTable: which tells no coefficient that is too large at any place.
  ///   - limits: how large coefficients may be.
  init(
    _ differenceTable: LookUp<UInt32>, _ coefficientTable: LookUp<UInt32>,
    _ limits: CoefficientLimits
  ) {
    self.differenceTable = differenceTable
    self.coefficientTable = coefficientTable
    self.limits = limits
    unsafe differences = differenceTable.entries
    unsafe coefficients = coefficientTable.entries
  }

  /// Whether a block can have a DC.
  @inline(__always)
  func admits(mean: Int32) -> Bool { limits.means ~= mean }

  /// Reads what the DC differs by; at least 46 bits are there afterwards.
  ///
  /// - Returns: nil for what is no word.
  @inline(__always)
  func difference(_ reader: inout BitReader) -> Int32? {
    unsafe reader.refill()
    let place = Int(truncatingIfNeeded: unsafe reader.bits &>> 54)
    let entry = unsafe differences[place]
    if entry != 0 {
      unsafe reader.skip(Int(truncatingIfNeeded: entry & 255))
      return Int32(Int16(truncatingIfNeeded: entry &>> 16))
    }
    return unsafe slowDifference(&reader)
  }

  @inline(never)
  private func slowDifference(_ reader: inout BitReader) -> Int32? {
    let bits = UInt32(truncatingIfNeeded: unsafe reader.bits >> 32)
    guard let (symbol, length) = differenceTable.code.symbol(bits, available: 32),
      symbol <= DifferenceTable.most
    else { return nil }
    let size = Int32(symbol)
    let value =
      size == 0 ? 0 : extended(Int32((bits << UInt32(length)) >> UInt32(32 - size)), bits: size)
    unsafe reader.skip(length + Int(size))
    unsafe reader.refill()
    return value
  }

  /// Reads the coefficients after DC; at least 46 bits are there.
  ///
  /// - Parameters:
  ///   - reader: stands before the first of them, and behind the last afterwards.
  ///   - taker: told of them.
  ///   - first: the place that was read last.
  /// - Returns: false for what is no block.
  @inline(__always)
  func readCoefficients<Taker: CoefficientTaker>(
    _ reader: inout BitReader, _ taker: inout Taker, behind first: Int = 0
  ) -> Bool {
    // What is read goes through registers: nothing that a taker stores can change it.
    var ahead = unsafe reader
    defer { unsafe reader = ahead }
    var place = first
    // 46 bits are there at first, then 56: eleven a turn, and 26 in the last.
    var turns = 2
    while true {
      var turn = 0
      while turn < turns {
        let bits = unsafe ahead.bits &>> CoefficientTable.shift
        let entry = unsafe coefficients[Int(truncatingIfNeeded: bits)]
        let used = Int(truncatingIfNeeded: entry & 63)
        if used == 0 {
          guard
            let (advance, value, used) = slowCoefficient(unsafe ahead.bits, entry, behind: place)
          else { return false }
          unsafe ahead.skip(used)
          place &+= advance
          taker.take(place, value)
          if place >= 63 { return place == 63 || place >= CoefficientTable.endOfBlock }
          break
        }
        let first = place &+ Int(truncatingIfNeeded: entry &>> 6 & 127)
        let second = place &+ Int(truncatingIfNeeded: entry &>> 13 & 127)
        taker.take(first, Int32(bitPattern: entry &<< 5) &>> 25)
        taker.take(second, Int32(bitPattern: entry) &>> 27)
        if second >= 63 {
          return unsafe endBlock(&ahead, entry, first: first, second: second)
        }
        place = second
        unsafe ahead.skip(used)
        turn &+= 1
      }
      unsafe ahead.refill()
      turns = 3
    }
  }

  /// Passes the end of a block that has nothing but its mean.
  @inline(__always)
  func passEnd(_ reader: inout BitReader) -> Bool {
    let bits = unsafe reader.bits &>> CoefficientTable.shift
    let entry = unsafe coefficients[Int(truncatingIfNeeded: bits)]
    guard entry &>> 6 & 127 == UInt32(CoefficientTable.endOfBlock) else { return false }
    unsafe reader.skip(Int(truncatingIfNeeded: entry & 63))
    return true
  }

  /// Ends a block with an entry that reaches its last coefficient, its end, or beyond.
  @inline(__always)
  private func endBlock(
    _ reader: inout BitReader, _ entry: UInt32, first: Int, second: Int
  ) -> Bool {
    if first == 63 {
      // The second word is the next block's.
      let bits = UInt32(truncatingIfNeeded: unsafe reader.bits >> 32)
      guard let (symbol, length) = coefficientTable.code.symbol(bits, available: 32) else {
        return false
      }
      unsafe reader.skip(length + Int(symbol & 15))
      return true
    }
    unsafe reader.skip(Int(truncatingIfNeeded: entry & 63))
    let end = CoefficientTable.endOfBlock
    return (first < 63 || first >= end) && (second == 63 || second >= end)
  }

  /// Reads a word that the look-up doesn't tell, or whose coefficient is to be held against its
  /// place's limit.
  @inline(never)
  private func slowCoefficient(
    _ ahead: UInt64, _ entry: UInt32, behind place: Int
  ) -> (advance: Int, value: Int32, used: Int)? {
    let bits = UInt32(truncatingIfNeeded: ahead >> 32)
    var advance = Int(truncatingIfNeeded: entry &>> 6 & 127)
    var length = Int(truncatingIfNeeded: entry &>> 13 & 127)
    var size = Int(truncatingIfNeeded: entry &>> 20 & 127)
    if length == 0 {
      guard let found = coefficientTable.code.symbol(bits, available: 32) else { return nil }
      length = found.length
      size = Int(found.symbol & 15)
      advance = Int(found.symbol >> 4) + 1
      if size == 0 {
        guard found.symbol == 0 || found.symbol == 0xF0 else { return nil }
        return (found.symbol == 0 ? CoefficientTable.endOfBlock : 16, 0, length)
      }
      guard size <= CoefficientTable.most else { return nil }
    }
    let extra = Int32(truncatingIfNeeded: (bits << UInt32(length)) >> UInt32(32 - size))
    let value = extended(extra, bits: Int32(size))
    // A place beyond the block is found out by who asks.
    guard place + advance > 63 || limits.admit(value, at: place + advance) else { return nil }
    return (advance, value, length + size)
  }
}
