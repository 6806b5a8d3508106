/// A page as a program that recognizes text tells of it: words by their boxes on a picture of a size.
struct RecognizedPage {
  private var words = WordCollector()
  private var isBehindWord = false
  /// Of the picture, in whatever unit boxes have; nil where it is not said.
  var size: (width: Double, height: Double)?

  /// Begins a line.
  mutating func beginLine() {
    words.append("\n", at: nil)
    isBehindWord = false
  }

  /// Takes a word.
  ///
  /// - Parameters:
  ///   - text: UTF-8; blanks part it.
  ///   - box: left, top, right and bottom in the picture's unit; nil where nobody says it.
  mutating func append(_ text: String, in box: (Double, Double, Double, Double)?) {
    if isBehindWord { words.append(" ", at: nil) }
    put(text, in: box)
  }

  /// Takes the sign that parts the last word at its line's end.
  mutating func appendHyphen() { words.append("-", at: nil) }

  private mutating func put(_ text: String, in box: (Double, Double, Double, Double)?) {
    let count = text.unicodeScalars.count
    for (index, character) in text.unicodeScalars.enumerated() {
      // Each character has its share of the box, for words that are taken apart.
      words.append(character, at: share(of: box, Double(index), Double(count)))
    }
    isBehindWord = count > 0
  }

  private func share(
    of box: (Double, Double, Double, Double)?, _ index: Double, _ count: Double
  ) -> TextBox? {
    guard let (left, top, right, bottom) = box, let (width, height) = size, width > 0, height > 0,
      right >= left
    else { return nil }
    let step = (right - left) / count
    return TextBox(
      shares: (left + index * step) / width, top: top / height,
      right: (left + (index + 1) * step) / width, bottom: bottom / height)
  }

  /// The page, once all of it was taken.
  consuming func finished() -> PageText { words.finished() }
}
