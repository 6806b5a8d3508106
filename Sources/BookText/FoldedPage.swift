import ByteText

/// A page's text as searches compare it: folded, blanks between words, and words that are parted at
/// the ends of lines put together.
package struct FoldedPage: Equatable, Sendable {
  let bytes: [UInt8]
  /// Where the letters of each word begin.
  private let starts: [UInt32]
  /// Words that are no word's beginning: what stands behind a hyphen.
  private let rests: Set<Int>

  package init(_ page: PageText) {
    var bytes: [UInt8] = []
    var starts: [UInt32] = []
    var rests: Set<Int> = []
    bytes.reserveCapacity(page.bytes.count + page.words.count)
    starts.reserveCapacity(page.words.count)
    for (index, word) in page.words.enumerated() {
      let goesOn = index > 0 && page.words[index - 1].isParted
      if goesOn {
        rests.insert(index)
      } else if index > 0, !word.isJoined {
        bytes.append(ASCII.space)
      }
      var folded = [UInt8](folding: page.bytes[word.place])
      if word.isParted, folded.last == UInt8(ascii: "-"), index + 1 < page.words.count {
        folded.removeLast()
      }
      starts.append(UInt32(bytes.count + folded.count - folded[...].trimmed.count))
      bytes += folded
    }
    self.bytes = bytes
    self.starts = starts
    self.rests = rests
  }

  /// The word that a place of the text is in, or the last one before it.
  func word(at place: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= place { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// The word whose letters begin at a place; nil where none does.
  func word(beginningAt place: Int) -> Int? {
    let word = word(at: place)
    guard word < starts.count, Int(starts[word]) == place, !rests.contains(word) else { return nil }
    return word
  }

  /// What it takes in memory, in bytes.
  package var cost: Int { bytes.count + 4 * starts.count + 16 * rests.count }

  /// The words that begin with a text: up to the next blank, without what is no letter at the end.
  ///
  /// - Parameter beginning: folded.
  /// - Returns: as often as they come.
  func words(beginningWith beginning: [UInt8]) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    for (index, start) in starts.enumerated() where !rests.contains(index) {
      let rest = bytes[Int(start)...]
      guard rest.starts(with: beginning) else { continue }
      let word = rest.prefix(100).prefix { $0 != ASCII.space }
      found.append(word.reversedTrimmed)
    }
    return found
  }
}

extension ArraySlice<UInt8> {
  /// Without signs that no letter or digit comes before.
  var trimmed: ArraySlice<UInt8> {
    var rest = self
    while let length = rest.leadingSign { rest = rest.dropFirst(length) }
    // What is nothing but signs is searched for as it is.
    return rest.isEmpty ? self : rest
  }

  /// Without ASCII's signs at the end.
  fileprivate var reversedTrimmed: ArraySlice<UInt8> {
    var rest = self
    while let last = rest.last, last < 0x80, !last.isLetterOrDigit { rest = rest.dropLast() }
    return rest
  }

  /// Bytes of the sign at the beginning; nil for a letter, a digit and what else is meant.
  private var leadingSign: Int? {
    guard let first else { return nil }
    if first < 0x80 { return first.isLetterOrDigit ? nil : 1 }
    guard count > 1 else { return nil }
    let second = self[startIndex + 1]
    switch first {
    // ¡ « » ¿
    case 0xC2: return [0xA1, 0xAB, 0xBB, 0xBF].contains(second) ? 2 : nil
    // General punctuation, U+2000 to U+207F; of CJK U+3000 to U+3003 and the brackets behind them.
    case 0xE2: return (0x80...0x81).contains(second) && count > 2 ? 3 : nil
    case 0xE3:
      guard second == 0x80, count > 2 else { return nil }
      let third = self[startIndex + 2]
      return third <= 0x83 || (0x88...0x9F).contains(third) ? 3 : nil
    default: return nil
    }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}
