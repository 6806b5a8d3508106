/// What is done with the symbols that blocks are coded as, as they come.
protocol SymbolTaker {
  /// - Parameters:
  ///   - symbol: what a word stands for.
  ///   - table: 0 for DC of luma, 1 for AC; 2 and 3 of chroma.
  ///   - extra: the bits behind the word.
  ///   - count: of them.
  mutating func take(_ symbol: Int, of table: Int, extra: UInt64, count: Int)
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
      let (bits, size) = extra(coefficient.value)
      take(zeros &<< 4 | size, of: table &+ 1, extra: bits, count: size)
      before = coefficient.place
      index &+= 1
    }
    if before < 63 { take(0, of: table &+ 1, extra: 0, count: 0) }
  }

  /// Takes a block that is as flat as the one before it was in the mean.
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
  /// 256 of each table; see ``TileCodes``.
  let words: UnsafePointer<UInt32>
  var bits: BitWriter
  /// The length of the shortest word that was written; 0 where a symbol has none.
  private(set) var shortest: UInt32 = 1

  init(_ words: UnsafePointer<UInt32>, _ bits: BitWriter) {
    unsafe self.words = unsafe words
    unsafe self.bits = unsafe bits
  }

  @inline(__always)
  mutating func take(_ symbol: Int, of table: Int, extra: UInt64, count: Int) {
    let entry = unsafe words[table &* 256 &+ symbol]
    let length = entry & 255
    unsafe shortest = min(shortest, length)
    unsafe bits.put(
      UInt64(entry &>> 8) &<< UInt64(truncatingIfNeeded: count) | extra,
      bits: Int(length) &+ count)
  }
}
