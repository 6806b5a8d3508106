/// A Huffman code as a JPEG file states it: how many words there are of each length, and what they
/// stand for.
package struct HuffmanSpecification: Equatable, Sendable {
  /// Words of 1 to 16 bits.
  package private(set) var counts: [UInt8]
  /// What the words stand for, the shortest first.
  package private(set) var symbols: [UInt8]

  /// The longest that a word may be, in bits.
  package static let longest = 16
  /// Words that a table has at most.
  private static let most = 256

  /// A code whose words fit.
  ///
  /// - Parameters:
  ///   - counts: of words of 1 to 16 bits.
  ///   - symbols: as many as words.
  /// - Throws: ``ScanIrregular`` where the words don't fit into their bits; a word of ones alone is
  ///   none.
  package init(counts: [UInt8], symbols: [UInt8]) throws(ScanIrregular) {
    let total = counts.reduce(0) { $0 + Int($1) }
    guard counts.count == Self.longest, total == symbols.count, (1...Self.most).contains(total)
    else {
      throw ScanIrregular("a code table of \(symbols.count) words")
    }
    var next = 0
    for (index, count) in counts.enumerated() {
      next = next << 1 + Int(count)
      guard next < 1 << (index + 1) || (count == 0 && next == 0) else {
        throw ScanIrregular("a code table whose words don't fit")
      }
    }
    self.counts = counts
    self.symbols = symbols
  }

  /// A code whose words are known to fit.
  init(fittingCounts counts: [UInt8], symbols: [UInt8]) {
    self.counts = counts
    self.symbols = symbols
  }

  /// The word and its length in bits of every symbol.
  package var words: [(word: UInt32, length: Int)] {
    var words = [(word: UInt32, length: Int)](repeating: (0, 0), count: 256)
    var next: UInt32 = 0
    var place = 0
    for (index, count) in counts.enumerated() {
      for _ in 0..<count {
        words[Int(symbols[place])] = (next, index + 1)
        next += 1
        place += 1
      }
      next <<= 1
    }
    return words
  }

  /// The code with words for all differences of DC there can be.
  ///
  /// New words stand behind the longest ones, so that none of the others changes. The word of ones
  /// alone, which is nobody's, is split as often as room is wanted.
  ///
  /// - Returns: a code that has the words of this one.
  /// - Throws: ``ScanIrregular`` where there is no room for more.
  package func completedForDifferences() throws(ScanIrregular) -> HuffmanSpecification {
    let missing = (UInt8(0)...11).filter { !symbols.contains($0) }
    var length = (counts.lastIndex { $0 > 0 } ?? 0) + 1
    // The next free word of that length.
    var next = 0
    for count in counts.prefix(length) { next = next << 1 + Int(count) }
    var completed = self
    for symbol in missing {
      while next + 1 >= 1 << length {
        length += 1
        next <<= 1
        guard length <= Self.longest else { throw ScanIrregular("a DC table without room") }
      }
      guard completed.symbols.count < Self.most, completed.counts[length - 1] < .max else {
        throw ScanIrregular("a DC table without room")
      }
      completed.counts[length - 1] += 1
      completed.symbols.append(symbol)
      next += 1
    }
    return completed
  }
}
