import ByteText

/// Makes pages of hOCR: what elements are, their classes say, and where they lie, their titles.
struct HOCRReader {
  private enum Role {
    case page, line, word, other
  }

  private var pages: [PageText] = []
  private var page: RecognizedPage?
  private var open: [(name: String, role: Role)] = []
  private var word: (text: [UInt8], box: (Double, Double, Double, Double)?)?

  /// Elements of HTML that have no end.
  private static let void: Set = ["meta", "link", "br", "hr", "img", "input", "col", "wbr", "area"]
  private static let lines: Set = [
    "ocr_line", "ocrx_line", "ocr_header", "ocr_caption", "ocr_textfloat",
  ]

  mutating func take(_ token: MarkupToken) throws(RecognizedText.Problem) {
    switch token {
    case .text(let text): word?.text += MarkupText.plain(text)
    case .start(let element): try begin(element)
    case .end(let name):
      // What was left open inside ends with it.
      guard let place = open.lastIndex(where: { $0.name == name }) else { return }
      while open.count > place { endLast() }
    }
  }

  mutating func finished() -> [PageText] {
    while !open.isEmpty { endLast() }
    return pages
  }

  private mutating func begin(_ element: MarkupElement) throws(RecognizedText.Problem) {
    guard !element.isEmpty, !Self.void.contains(element.name) else { return }
    guard open.count < RecognizedText.deepest else { throw .tooDeep }
    let classes = element["class"]?.split(separator: " ").map(String.init) ?? []
    var role = Role.other
    if classes.contains("ocr_page"), page == nil {
      role = .page
      page = RecognizedPage()
      page?.size = Self.box(of: element).map { ($0.2 - $0.0, $0.3 - $0.1) }
    } else if classes.contains(where: Self.lines.contains) {
      role = .line
      page?.beginLine()
    } else if classes.contains("ocrx_word"), word == nil, page != nil {
      role = .word
      word = ([], Self.box(of: element))
    }
    open.append((element.name, role))
  }

  private mutating func endLast() {
    switch open.removeLast().role {
    case .word:
      guard let word else { return }
      self.word = nil
      page?.append(String(decoding: word.text, as: UTF8.self).blanksTrimmed, in: word.box)
    case .page:
      if let page, pages.count < RecognizedText.mostPages { pages.append(page.finished()) }
      page = nil
    case .line, .other: break
    }
  }

  /// `bbox 10 20 110 60; x_wconf 96`: left, top, right and bottom.
  private static func box(of element: MarkupElement) -> (Double, Double, Double, Double)? {
    guard let title = element["title"] else { return nil }
    for part in title.split(separator: ";") {
      let words = part.split(separator: " ")
      guard words.first == "bbox", words.count >= 5 else { continue }
      let numbers = words[1..<5].compactMap { DecimalText.double($0) }
      guard numbers.count == 4 else { return nil }
      return (numbers[0], numbers[1], numbers[2], numbers[3])
    }
    return nil
  }
}

extension String {
  /// Without blanks at both ends.
  var blanksTrimmed: String {
    let start = drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
