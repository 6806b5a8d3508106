import CPDFium

extension PDFDocument {
  /// What the document says of itself as a whole, by the keys of its information dictionary.
  package enum Word: String, CaseIterable, Sendable {
    case title = "Title"
    case author = "Author"
    case subject = "Subject"
    case keywords = "Keywords"
    case created = "CreationDate"
  }

  /// Units of UTF-16 that a word is read with, and characters that are told of it.
  private static let longestWord = (read: 1 << 15, told: 1000)

  /// What the document says of itself.
  ///
  /// - Parameter word: which of it.
  /// - Returns: one line; nil where it says nothing.
  package func text(of word: Word) -> String? {
    let text = unsafe EngineText.read(longest: Self.longestWord.read) { buffer, length in
      unsafe pdfium.table.pointee.FPDF_GetMetaText(document, word.rawValue, buffer, length)
    }
    return text?.onOneLine(longest: Self.longestWord.told)
  }

  /// Whether it is to be read from right to left.
  package var isRightToLeft: Bool {
    var name = [CChar](repeating: 0, count: 8)
    let length = unsafe pdfium.table.pointee.FPDF_VIEWERREF_GetName(
      document, "Direction", &name, UInt(name.count))
    return length == 4 && name.prefix(3).elementsEqual("R2L".utf8.map { CChar($0) })
  }

  /// Whether its text may be taken out: bit 5 of its permissions, all of which are set where it is
  /// not locked.
  package var allowsCopying: Bool {
    unsafe pdfium.table.pointee.FPDF_GetDocPermissions(document) & 1 << 4 != 0
  }
}
