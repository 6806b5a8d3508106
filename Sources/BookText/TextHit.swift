/// A place of a book where what was searched for stands.
package struct TextHit: Equatable, Sendable {
  /// Of the page, in the order of reading, from 0.
  package let place: Int
  /// What stands before it, itself, and behind it.
  package let before: String
  package let match: String
  package let after: String
  /// Where it lies: one box a line; none where nobody knows.
  package let boxes: [TextBox]

  /// Words on each side, and characters.
  private static let surroundings = (words: 12, characters: 80)

  /// - Parameters:
  ///   - words: that match.
  ///   - page: whose words they are.
  ///   - place: the page's, in the order of reading, from 0.
  ///   - isQuoted: whether what stands around it may be told.
  package init(_ words: Range<Int>, of page: PageText, at place: Int, isQuoted: Bool = true) {
    self.place = place
    match = page.text(of: words)
    let first = max(0, words.lowerBound - Self.surroundings.words)
    let end = min(page.words.count, words.upperBound + Self.surroundings.words)
    before =
      isQuoted
      ? String(page.text(of: first..<words.lowerBound).suffix(Self.surroundings.characters)) : ""
    after =
      isQuoted
      ? String(page.text(of: words.upperBound..<end).prefix(Self.surroundings.characters)) : ""
    var boxes: [TextBox] = []
    var isNewLine = true
    for index in words {
      let word = page.words[index]
      isNewLine = isNewLine || word.startsLine
      guard word.box.isSomewhere else { continue }
      if isNewLine {
        boxes.append(word.box)
      } else {
        boxes[boxes.count - 1] = boxes[boxes.count - 1].union(word.box)
      }
      isNewLine = false
    }
    self.boxes = boxes
  }
}
