import ByteText

/// Makes pages of ALTO and PAGE, which are alike but for the names of their elements.
struct RecognizedXMLReader {
  private enum Language {
    case alto, page
  }

  private var language: Language?
  private var pages: [PageText] = []
  private var page: RecognizedPage?
  private var open: [String] = []
  /// What PAGE tells of a line and a word while they are open.
  private var line = Part()
  private var word: Part?
  private var isLineTold = false
  private var text: [UInt8]?

  private struct Part {
    var text: [UInt8]?
    var box: (Double, Double, Double, Double)?
  }

  private static func language(ofRoot name: String) -> Language? {
    switch name {
    case "alto": .alto
    case "pcgts": .page
    default: nil
    }
  }

  static func isRoot(_ name: String) -> Bool { language(ofRoot: name) != nil }

  /// Whether the first element was one that is known.
  var isKnown: Bool { language != nil }

  mutating func take(_ token: MarkupToken) throws(RecognizedText.Problem) {
    switch token {
    case .text(let part): text? += MarkupText.plain(part)
    case .start(let element):
      guard open.count < RecognizedText.deepest else { throw .tooDeep }
      if open.isEmpty, language == nil {
        language = Self.language(ofRoot: element.name)
        guard isKnown else { throw .unknown }
      }
      open.append(element.name)
      begin(element)
      if element.isEmpty { endLast() }
    case .end(let name):
      guard let place = open.lastIndex(of: name) else { return }
      while open.count > place { endLast() }
    }
  }

  mutating func finished() -> [PageText] {
    while !open.isEmpty { endLast() }
    return pages
  }

  private mutating func begin(_ element: MarkupElement) {
    switch language {
    case .alto: beginALTO(element)
    case .page: beginPAGE(element)
    case nil: break
    }
  }

  private mutating func endLast() {
    let name = open.removeLast()
    if name == "page" {
      if let page, pages.count < RecognizedText.mostPages { pages.append(page.finished()) }
      page = nil
    } else if language == .page {
      endPAGE(name)
    }
  }

  // MARK: ALTO

  private mutating func beginALTO(_ element: MarkupElement) {
    switch element.name {
    case "page":
      page = RecognizedPage()
      setSize(element, "width", "height")
    // Where the page has no size, what is printed on it has.
    case "printspace" where page?.size == nil: setSize(element, "width", "height")
    case "textline": page?.beginLine()
    case "string": page?.append(element["content"] ?? "", in: Self.altoBox(element))
    case "hyp": page?.appendHyphen()
    default: break
    }
  }

  private mutating func setSize(
    _ element: MarkupElement, _ width: StaticString, _ height: StaticString
  ) {
    guard let width = element[number: width], let height = element[number: height] else { return }
    page?.size = (width, height)
  }

  private static func altoBox(_ element: MarkupElement) -> (Double, Double, Double, Double)? {
    guard let left = element[number: "hpos"], let top = element[number: "vpos"],
      let width = element[number: "width"], let height = element[number: "height"]
    else { return nil }
    return (left, top, left + width, top + height)
  }

  // MARK: PAGE

  private mutating func beginPAGE(_ element: MarkupElement) {
    switch element.name {
    case "page":
      page = RecognizedPage()
      setSize(element, "imagewidth", "imageheight")
    case "textline":
      page?.beginLine()
      line = Part()
      isLineTold = false
    case "word": word = Part()
    case "coords":
      let box = element["points"].flatMap(Self.box)
      // Of signs inside a word nothing is told.
      if open.contains("glyph") { return }
      if word != nil { word?.box = box } else { line.box = box }
    case "unicode" where !open.contains("glyph"): text = []
    default: break
    }
  }

  private mutating func endPAGE(_ name: String) {
    switch name {
    case "unicode":
      guard let text else { return }
      self.text = nil
      // The first of several readings is the best one.
      if let told = word {
        word?.text = told.text ?? text
      } else {
        line.text = line.text ?? text
      }
    case "word":
      if let word, let text = word.text {
        page?.append(String(decoding: text, as: UTF8.self).blanksTrimmed, in: word.box)
        isLineTold = true
      }
      word = nil
    case "textline":
      if !isLineTold, let text = line.text {
        page?.append(String(decoding: text, as: UTF8.self).blanksTrimmed, in: line.box)
      }
      line = Part()
    default: break
    }
  }

  /// The box around points: `10,20 110,20 110,60 10,60`.
  private static func box(_ points: String) -> (Double, Double, Double, Double)? {
    var box: (Double, Double, Double, Double)?
    for point in points.split(separator: " ") {
      let parts = point.split(separator: ",")
      guard parts.count == 2, let x = DecimalText.double(parts[0]),
        let y = DecimalText.double(parts[1])
      else { return nil }
      box = box.map { (min($0.0, x), min($0.1, y), max($0.2, x), max($0.3, y)) } ?? (x, y, x, y)
    }
    return box
  }
}
