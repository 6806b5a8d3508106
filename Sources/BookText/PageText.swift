/// The words of a page, line by line, and where they lie.
package struct PageText: Equatable, Sendable {
  package struct Word: Equatable, Sendable {
    fileprivate let start: UInt32
    fileprivate let length: UInt16
    package let box: TextBox
    fileprivate let marks: UInt8

    /// Its text's place among ``PageText/bytes``.
    package var place: Range<Int> { Int(start)..<Int(start) + Int(length) }
    package var startsLine: Bool { marks & Mark.startsLine != 0 }
    /// Whether no blank parts it from the word before.
    package var isJoined: Bool { marks & Mark.isJoined != 0 }
    /// Whether it ends with a hyphen and goes on with the next one.
    package var isParted: Bool { marks & Mark.isParted != 0 }
  }

  private enum Mark {
    static let startsLine: UInt8 = 1
    static let isJoined: UInt8 = 2
    static let isParted: UInt8 = 4
    static let all: UInt8 = 7
  }

  /// As many as a page may have, and bytes of one and of all.
  package static let mostWords = 200_000
  package static let longestWord = 1000
  package static let longest = 4 << 20

  /// The texts of all words, one behind the other, without anything between them: UTF-8.
  package private(set) var bytes: [UInt8] = []
  package private(set) var words: [Word] = []

  package init() {}

  package var isEmpty: Bool { words.isEmpty }

  /// The text of some words, with blanks where they are parted.
  ///
  /// - Parameter range: of words.
  /// - Returns: one line.
  package func text(of range: Range<Int>) -> String {
    var text: [UInt8] = []
    for index in range {
      let word = words[index]
      if index > range.lowerBound, !word.isJoined { text.append(UInt8(ascii: " ")) }
      text.append(contentsOf: bytes[word.place])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The words of each line.
  package var lines: [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for index in words.indices.dropFirst() where words[index].startsLine {
      lines.append(start..<index)
      start = index
    }
    if !words.isEmpty { lines.append(start..<words.count) }
    return lines
  }

  /// Where some words lie.
  ///
  /// - Parameter range: of words.
  /// - Returns: nil where nobody knows of any.
  package func box(of range: Range<Int>) -> TextBox? {
    range.lazy.map { words[$0].box }.filter(\.isSomewhere).reduce(nil) { $0?.union($1) ?? $1 }
  }

  // MARK: Writing

  /// Appends a word; what makes too many of them, or too long a text, is left out.
  ///
  /// - Parameters:
  ///   - text: UTF-8 without blanks and control characters; what is too long is cut off.
  ///   - box: where it lies.
  ///   - startsLine: whether it begins a line.
  ///   - isJoined: whether no blank parts it from the word before.
  ///   - isParted: whether it ends with a hyphen and goes on with the next one.
  package mutating func append(
    _ text: some Collection<UInt8>, in box: TextBox, startsLine: Bool = false,
    isJoined: Bool = false, isParted: Bool = false
  ) {
    var length = min(text.count, Self.longestWord)
    // A character is taken whole or not at all.
    if length < text.count {
      while length > 0, text[text.index(text.startIndex, offsetBy: length)] & 0xC0 == 0x80 {
        length -= 1
      }
    }
    guard length > 0, words.count < Self.mostWords, bytes.count + length <= Self.longest else {
      return
    }
    let marks =
      (startsLine ? Mark.startsLine : 0) | (isJoined && !startsLine ? Mark.isJoined : 0)
      | (isParted ? Mark.isParted : 0)
    words.append(
      Word(start: UInt32(bytes.count), length: UInt16(length), box: box, marks: marks))
    bytes.append(contentsOf: text.prefix(length))
  }

  /// Bytes of a word beside its text.
  private static let recordLength = 11

  /// The page as bytes, to be read by ``init(parsing:)``.
  ///
  /// Four bytes with the number of words and four with the length of all text, both from the lowest
  /// on; eleven a word: its length (2), marks (1) and box (8); then the text.
  package var record: [UInt8] {
    var record: [UInt8] = []
    record.reserveCapacity(8 + words.count * Self.recordLength + bytes.count)
    func append(_ number: Int, _ width: Int) {
      for place in 0..<width { record.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }
    append(words.count, 4)
    append(bytes.count, 4)
    for word in words {
      append(Int(word.length), 2)
      append(Int(word.marks), 1)
      for edge in [word.box.left, word.box.top, word.box.right, word.box.bottom] {
        append(Int(edge), 2)
      }
    }
    return record + bytes
  }

  // MARK: Reading

  /// Reads a page as it was written; nil for what ``record`` never is.
  ///
  /// - Parameter record: all of it, from whoever.
  package init?(parsing record: ArraySlice<UInt8>) {
    func number(_ place: Int, _ width: Int) -> Int {
      (0..<width).reduce(0) { $0 | Int(record[record.startIndex + place + $1]) << (8 * $1) }
    }
    guard record.count >= 8 else { return nil }
    let (count, length) = (number(0, 4), number(4, 4))
    guard count <= Self.mostWords, length <= Self.longest,
      record.count == 8 + count * Self.recordLength + length
    else { return nil }
    let text = record.suffix(length)
    guard Self.isSound(text) else { return nil }
    words.reserveCapacity(count)
    var start = 0
    for index in 0..<count {
      let place = 8 + index * Self.recordLength
      let (wordLength, marks) = (number(place, 2), UInt8(number(place + 2, 1)))
      let box = TextBox(
        left: UInt16(number(place + 3, 2)), top: UInt16(number(place + 5, 2)),
        right: UInt16(number(place + 7, 2)), bottom: UInt16(number(place + 9, 2)))
      guard (1...Self.longestWord).contains(wordLength), start + wordLength <= length,
        text[text.startIndex + start] & 0xC0 != 0x80, marks <= Mark.all,
        box.left <= box.right, box.top <= box.bottom
      else { return nil }
      words.append(
        Word(start: UInt32(start), length: UInt16(wordLength), box: box, marks: marks))
      start += wordLength
    }
    guard start == length else { return nil }
    bytes = Array(text)
  }

  /// Whether bytes are text that may be shown: UTF-8 without control characters.
  private static func isSound(_ text: ArraySlice<UInt8>) -> Bool {
    var before: UInt8 = 0
    for byte in text {
      if byte < 0x20 || byte == 0x7F || before == 0xC2 && (0x80...0x9F).contains(byte) {
        return false
      }
      before = byte
    }
    return String(validating: text, as: UTF8.self) != nil
  }
}
