/// A block's two codes: of literals and lengths, and of distances.
@safe
final class CodeTables {
  /// Bits of the literals' first level: three words of it leave enough of 56 for a length.
  static let literalWidth = 12
  static let distanceWidth = 9

  let literals: CodeTable
  let distances: CodeTable
  private let codeLengths: CodeTable
  private var lengths = [UInt8](repeating: 0, count: mostLiterals + mostDistances)
  private var areFixed = false

  /// Symbols that a block may have words for (RFC 1951, 3.2.7).
  private static let mostLiterals = 286
  private static let mostDistances = 30
  /// Those of the fixed code (3.2.6).
  private static let fixedLiterals = 288
  private static let fixedDistances = 32
  /// In which order a block tells how long the words are that tell lengths of words.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  /// The most that the lengths of a block's words take up.
  static let mostHeaderBytes = (17 + 19 * 3 + (mostLiterals + mostDistances) * (7 + 7)) / 8 + 8

  init() {
    let bytes = (0..<256).map { CodeTable.literal | UInt32($0) << 16 }
    // Each group of four has one more bit than the one before (RFC 1951, 3.2.5).
    let runs = Self.meanings(count: 28, group: 4, shortest: 3) + [258 << 16]
    let unused = [CodeTable.noWord, CodeTable.noWord]
    literals = CodeTable(
      width: Self.literalWidth, bytes + [CodeTable.endOfBlock] + runs + unused)
    distances = CodeTable(
      width: Self.distanceWidth, Self.meanings(count: 30, group: 2, shortest: 1) + unused)
    codeLengths = CodeTable(width: 7, (0..<19).map { $0 << 16 })
  }

  /// What symbols stand for that tell a number with some bits behind their word.
  private static func meanings(count: Int, group: Int, shortest: UInt32) -> [UInt32] {
    var next = shortest
    return (0..<count).map { symbol in
      let bits = UInt32(max(0, symbol / group - 1))
      defer { next += 1 << bits }
      return next << 16 | bits
    }
  }

  /// Takes over the codes that blocks have which tell none.
  func buildFixed() throws(PackedIrregular) {
    guard !areFixed else { return }
    var words = [UInt8](repeating: 8, count: Self.fixedLiterals)
    for symbol in 144..<256 { words[symbol] = 9 }
    for symbol in 256..<280 { words[symbol] = 7 }
    try literals.build(words.span)
    let fives = [UInt8](repeating: 5, count: Self.fixedDistances)
    try distances.build(fives.span)
    areFixed = true
  }

  /// Takes over the codes that a block tells.
  ///
  /// - Parameter bits: behind the block's kind; ``mostHeaderBytes`` are there.
  /// - Throws: ``PackedIrregular`` where they are none.
  func build(from bits: inout PackedBits) throws(PackedIrregular) {
    areFixed = false
    unsafe bits.refill()
    let literalCount = unsafe 257 + bits.take(5)
    let distanceCount = unsafe 1 + bits.take(5)
    let lengthCount = unsafe 4 + bits.take(4)
    guard literalCount <= Self.mostLiterals, distanceCount <= Self.mostDistances else {
      throw PackedIrregular("words for symbols that there are not")
    }
    var words = InlineArray<19, UInt8>(repeating: 0)
    for symbol in Self.order.prefix(lengthCount) {
      unsafe bits.refill()
      words[symbol] = unsafe UInt8(truncatingIfNeeded: bits.take(3))
    }
    try codeLengths.build(words.span, mayBeSingle: false)
    unsafe try readLengths(count: literalCount + distanceCount, from: &bits)
    let lengths = lengths
    guard lengths[256] > 0 else { throw PackedIrregular("a block without an end") }
    try literals.build(lengths.span.extracting(0..<literalCount))
    try distances.build(
      lengths.span.extracting(literalCount..<literalCount + distanceCount))
  }

  private func readLengths(
    count: Int, from bits: inout PackedBits
  ) throws(PackedIrregular) {
    var place = 0
    while place < count {
      unsafe bits.refill()
      let entry = unsafe codeLengths.lookUp.first(bits.bits)
      unsafe bits.skip(entry)
      let (value, run): (UInt8, Int)
      switch entry >> 16 {
      case 16:
        guard place > 0 else { throw PackedIrregular("a repeated length without a first one") }
        (value, run) = unsafe (lengths[place - 1], 3 + bits.take(2))
      case 17: (value, run) = unsafe (0, 3 + bits.take(3))
      case 18: (value, run) = unsafe (0, 11 + bits.take(7))
      case let length: (value, run) = (UInt8(truncatingIfNeeded: length), 1)
      }
      guard run <= count - place else { throw PackedIrregular("more lengths than symbols") }
      for index in place..<place + run { lengths[index] = value }
      place += run
    }
  }
}
