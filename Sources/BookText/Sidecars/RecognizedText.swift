import ByteText

/// What programs that recognize text write beside pictures.
package enum RecognizedText {
  package enum Kind: CaseIterable, Sendable {
    /// HTML with classes for pages, lines and words.
    case hocr
    /// ALTO or PAGE, which its first element tells.
    case xml
    /// Plain text, a form feed between pages.
    case plain
  }

  /// Why a file is none of them.
  package enum Problem: Error, Equatable, Sendable {
    case noText
    case unknown
    case tooDeep
    case tooManyWords
  }

  /// Bytes of a file, pages and words that it may have, and elements around one another.
  package static let longest = 16 << 20
  package static let mostPages = 30_000
  package static let mostWords = 1_000_000
  static let deepest = 100

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: all of it.
  ///   - kind: what it is to be.
  /// - Returns: its pages in their order.
  /// - Throws: why it is no such file.
  package static func pages(in bytes: [UInt8], _ kind: Kind) throws(Problem) -> [PageText] {
    guard bytes.count <= longest, String(validating: bytes, as: UTF8.self) != nil else {
      throw .noText
    }
    switch kind {
    case .plain: return try plainPages(bytes)
    case .hocr:
      var reader = HOCRReader()
      try read(bytes) { (token) throws(Problem) in try reader.take(token) }
      return reader.finished()
    case .xml:
      var reader = RecognizedXMLReader()
      try read(bytes) { (token) throws(Problem) in try reader.take(token) }
      guard reader.isKnown else { throw .unknown }
      return reader.finished()
    }
  }

  private static func read(
    _ bytes: [UInt8], _ take: (MarkupToken) throws(Problem) -> Void
  ) throws(Problem) {
    var markup = MarkupReader(bytes)
    while let token = markup.next() { try take(token) }
  }

  /// What a file's first bytes say of an XML file that lies beside a picture: others have the same
  /// ending, and nothing to do with words.
  ///
  /// - Parameter beginning: of the file.
  /// - Returns: whether it may be ALTO or PAGE.
  package static func isOfWords(_ beginning: [UInt8]) -> Bool {
    var markup = MarkupReader(beginning)
    while let token = markup.next() {
      if case .start(let element) = token { return RecognizedXMLReader.isRoot(element.name) }
    }
    return false
  }

  private static func plainPages(_ bytes: [UInt8]) throws(Problem) -> [PageText] {
    let parts = bytes.split(
      separator: 0x0C, maxSplits: mostPages - 1, omittingEmptySubsequences: false)
    var pages: [PageText] = []
    var count = 0
    for part in parts {
      var words = WordCollector()
      for character in String(decoding: part, as: UTF8.self).unicodeScalars {
        words.append(character, at: nil)
      }
      pages.append(words.finished())
      count += pages.last?.words.count ?? 0
      guard count <= mostWords else { throw .tooManyWords }
    }
    return pages
  }
}

extension RecognizedText.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noText: "it is not a text of at most \(RecognizedText.longest >> 20) MiB in UTF-8"
    case .unknown: "it is neither ALTO nor PAGE"
    case .tooManyWords: "it has more than \(RecognizedText.mostWords) words"
    case .tooDeep: "its elements lie deeper than \(RecognizedText.deepest) in one another"
    }
  }
}
