/// The words of one of a block's codes, as its next bits tell them: a first level of so many bits,
/// and further ones for words that are longer.
///
/// An entry is 32 bits. Its lowest eight tell how many bits it takes: those of its word, and those
/// that follow and belong to it; four above them, how many the word has. From bit 16 on it has a
/// number: what a length or a distance is at least, or a literal's byte.
@safe
final class CodeTable {
  /// A literal; its byte stands where others have their number.
  static let literal: UInt32 = 1 << 31
  /// Neither a literal, nor a length or a distance.
  static let special: UInt32 = 1 << 15
  /// The rest of the word is in a table of its own: where that begins, and its width, are told as a
  /// number and its word's length are.
  static let further: UInt32 = special | 1 << 12
  static let endOfBlock: UInt32 = special | 1 << 13
  /// No word begins like that.
  static let noWord: UInt32 = special | 1 << 14

  static let longestWord = 15

  let entries: UnsafeMutablePointer<UInt32>
  /// Bits of the first level.
  let width: Int
  /// What each symbol means: an entry without its word.
  private let meanings: [UInt32]
  /// The symbols that have a word, from the shortest to the longest one.
  private var sorted: [UInt16]

  /// - Parameters:
  ///   - width: bits of the first level.
  ///   - meanings: of the symbols.
  init(width: Int, _ meanings: [UInt32]) {
    self.width = width
    self.meanings = meanings
    sorted = Array(repeating: 0, count: meanings.count)
    // At least two words share a further table.
    let most = 1 << width + (meanings.count / 2) << (Self.longestWord - width)
    unsafe entries = .allocate(capacity: most)
    unsafe entries.initialize(repeating: Self.noWord, count: most)
  }

  deinit { unsafe entries.deallocate() }

  /// What looks words up.
  var lookUp: LookUp { unsafe LookUp(entries, width: width) }

  /// A table's entries for a loop that looks up much.
  @unsafe
  struct LookUp {
    private let entries: UnsafePointer<UInt32>
    private let mask: UInt64

    fileprivate init(_ entries: UnsafePointer<UInt32>, width: Int) {
      unsafe self.entries = entries
      unsafe mask = 1 << UInt64(width) - 1
    }

    /// The entry that stands for some bits' lower end.
    @inline(__always)
    func first(_ bits: UInt64) -> UInt32 {
      unsafe entries[Int(truncatingIfNeeded: bits & mask)]
    }

    /// The entry of a word that the first level does not tell whole; its first bits are passed.
    ///
    /// - Parameters:
    ///   - entry: of the first level.
    ///   - bits: that it stands for.
    /// - Returns: the same entry where it has no further table.
    @inline(__always)
    func further(_ entry: UInt32, _ bits: inout PackedBits) -> UInt32 {
      guard entry & CodeTable.further == CodeTable.further else { return entry }
      unsafe bits.skip(entry)
      let width = UInt64(truncatingIfNeeded: entry &>> 8 & 15)
      let index = unsafe bits.bits & (1 &<< width &- 1)
      return unsafe entries[
        Int(truncatingIfNeeded: entry &>> 16) &+ Int(truncatingIfNeeded: index)]
    }
  }

  /// Takes over a code.
  ///
  /// - Parameters:
  ///   - lengths: of each symbol's word, 15 at most; 0 for those that have none.
  ///   - mayBeSingle: whether it may have one word of one bit, or none.
  /// - Throws: ``PackedIrregular`` where no code has such words.
  func build(_ lengths: Span<UInt8>, mayBeSingle: Bool = true) throws(PackedIrregular) {
    var counts = InlineArray<16, Int>(repeating: 0)
    for symbol in lengths.indices { counts[Int(lengths[symbol] & 15)] += 1 }
    var free = 1
    var longest = 0
    var places = InlineArray<16, Int>(repeating: 0)
    for length in 1...Self.longestWord {
      free = 2 * free - counts[length]
      guard free >= 0 else { throw PackedIrregular("a code with too many words") }
      if counts[length] > 0 { longest = length }
      if length < Self.longestWord { places[length + 1] = places[length] + counts[length] }
    }
    for symbol in lengths.indices where lengths[symbol] > 0 {
      let length = Int(lengths[symbol] & 15)
      sorted[places[length]] = UInt16(truncatingIfNeeded: symbol)
      places[length] += 1
    }
    guard free == 0 else {
      guard mayBeSingle, longest <= 1 else { throw PackedIrregular("a code with too few words") }
      return fillSingle(hasWord: longest == 1)
    }
    fill(counts, longest: longest)
  }

  private func fillSingle(hasWord: Bool) {
    let word = hasWord ? entry(sorted[0], bits: 1) : Self.noWord
    for index in 0..<1 << width { unsafe entries[index] = index % 2 == 0 ? word : Self.noWord }
  }

  private func entry(_ symbol: UInt16, bits: Int) -> UInt32 {
    let meaning = meanings[Int(symbol)]
    let bits = UInt32(truncatingIfNeeded: bits)
    return meaning &+ bits &+ bits << 8
  }

  private func fill(_ counts: InlineArray<16, Int>, longest: Int) {
    var code = ReversedCode()
    var next = 0
    // So many entries tell words of so many bits; the table doubles with each bit.
    var size = 1
    for length in 1...width {
      unsafe (entries + size).update(from: entries, count: size)
      size *= 2
      for symbol in next..<next + counts[length] {
        unsafe entries[code.word] = entry(sorted[symbol], bits: length)
        code.advance(bits: length)
      }
      next += counts[length]
    }
    guard longest > width else { return }
    let furtherWidth = longest - width
    var (prefix, start, end) = (-1, 0, size)
    for length in width + 1...longest {
      for symbol in next..<next + counts[length] {
        if code.word & (size - 1) != prefix {
          prefix = code.word & (size - 1)
          (start, end) = (end, end + 1 << furtherWidth)
          unsafe entries[prefix] =
            Self.further | UInt32(truncatingIfNeeded: start << 16 | furtherWidth << 8 | width)
        }
        let word = entry(sorted[symbol], bits: length - width)
        for index in stride(
          from: start + code.word >> width, to: end, by: 1 << (length - width))
        {
          unsafe entries[index] = word
        }
        code.advance(bits: length)
      }
      next += counts[length]
    }
  }
}

/// A word of a canonical code, its first bit at the lower end.
private struct ReversedCode {
  private(set) var word = 0

  /// Goes on to the next word of so many bits; a longer one begins with the same bits.
  mutating func advance(bits: Int) {
    let zeros = ~word & (1 &<< bits &- 1)
    guard zeros != 0 else { return }
    let bit = 1 &<< (Int.bitWidth &- 1 &- zeros.leadingZeroBitCount)
    word = word & (bit &- 1) | bit
  }
}
