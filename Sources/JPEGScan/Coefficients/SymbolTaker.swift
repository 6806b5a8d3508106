/// What is done with the symbols that blocks are coded as, as they come.
protocol SymbolTaker {
  /// - Parameters:
  ///   - symbol: what a word stands for.
  ///   - table: 0 for DC of luma, 1 for AC; 2 and 3 of chroma.
  ///   - extra: the bits behind the word.
  ///   - count: of them.
  mutating func take(_ symbol: Int, of table: Int, extra: UInt64, count: Int)

  /// - Parameters:
  ///   - value: of a coefficient that is no DC.
  ///   - zeros: how many come before it; 15 at most.
  ///   - table: 1 for luma, 3 for chroma.
  mutating func takeValue(_ value: Int32, after zeros: Int, of table: Int)
}

extension SymbolTaker {
  /// Takes a block.
  ///
  /// - Parameters:
  ///   - block: its coefficients in zigzag order, the first its DC.
  ///   - count: how many of them there are.
  ///   - table: of its DC.
  ///   - last: the DC of its component's block before.
  @inline(__always)
  mutating func take(
    _ block: UnsafePointer<PlacedCoefficient>, count: Int, table: Int, last: inout Int32
  ) {
    let mean = unsafe block[0].value
    takeDifference(mean &- last, table: table)
    last = mean
    var before = 0
    var index = 1
    while index < count {
      let coefficient = unsafe block[index]
      var zeros = coefficient.place &- before &- 1
      while zeros > 15 {
        take(0xF0, of: table &+ 1, extra: 0, count: 0)
        zeros &-= 16
      }
      takeValue(coefficient.value, after: zeros, of: table &+ 1)
      before = coefficient.place
      index &+= 1
    }
    if before < 63 { take(0, of: table &+ 1, extra: 0, count: 0) }
  }

  @inline(__always)
  mutating func takeValue(_ value: Int32, after zeros: Int, of table: Int) {
    let (bits, size) = extra(value)
    take(zeros &<< 4 | size, of: table, extra: bits, count: size)
  }

  /// Takes a block that is as flat as the one before it was in the mean.
  @inline(__always)
  mutating func takeFlat(table: Int) {
    takeDifference(0, table: table)
    take(0, of: table &+ 1, extra: 0, count: 0)
  }

  @inline(__always)
  private mutating func takeDifference(_ difference: Int32, table: Int) {
    let (bits, size) = extra(difference)
    take(size, of: table, extra: bits, count: size)
  }
}

/// Counts symbols.
@unsafe
struct SymbolCounter: SymbolTaker {
  /// 256 of each table.
  let counts: UnsafeMutablePointer<Int>

  @inline(__always)
  mutating func take(_ symbol: Int, of table: Int, extra: UInt64, count: Int) {
    unsafe counts[table &* 256 &+ symbol] &+= 1
  }
}

/// Writes symbols as words.
@unsafe
struct SymbolWriter: SymbolTaker {
  private let words: UnsafePointer<UInt32>
  private let small: UnsafePointer<UInt32>
  var bits: BitWriter
  /// All that was looked up, one over the other.
  private var seen: UInt32 = 0

  /// - Parameters:
  ///   - words: see ``TileCodes/words``.
  ///   - small: see ``TileCodes/small``.
  ///   - bits: where they go.
  init(_ words: UnsafePointer<UInt32>, small: UnsafePointer<UInt32>, _ bits: BitWriter) {
    unsafe self.words = unsafe words
    unsafe self.small = unsafe small
    unsafe self.bits = unsafe bits
  }

  /// Whether there was a symbol without a word.
  var lacksWord: Bool { unsafe TileCodes.isLacking(seen) }

  @inline(__always)
  mutating func take(_ symbol: Int, of table: Int, extra: UInt64, count: Int) {
    let entry = unsafe words[table &* 256 &+ symbol]
    unsafe seen |= entry
    unsafe bits.put(
      TileCodes.bits(entry) &<< UInt64(truncatingIfNeeded: count) | extra,
      bits: TileCodes.length(entry) &+ count)
  }

  @inline(__always)
  mutating func takeValue(_ value: Int32, after zeros: Int, of table: Int) {
    guard let index = TileCodes.smallIndex(value, after: zeros, of: table) else {
      let (bits, size) = extra(value)
      return unsafe take(zeros &<< 4 | size, of: table, extra: bits, count: size)
    }
    let entry = unsafe small[index]
    unsafe seen |= entry
    unsafe bits.put(TileCodes.bits(entry), bits: TileCodes.length(entry))
  }
}
