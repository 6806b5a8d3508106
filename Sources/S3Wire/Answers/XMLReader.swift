import ByteText

/// Reads the XML that engines answer: elements and text, the five entities and numbered characters.
///
/// Declarations of any kind, and with them all that makes XML grow or fetch, are refused.
struct XMLReader {
  enum Token: Equatable {
    case open(String)
    /// The end of an element, and the text in it since its last child.
    case close(String)
    case end
  }

  private static let deepest = 16
  private static let longestName = 64
  private static let longestText = 8192

  private let bytes: [UInt8]
  private var place = 0
  private var path: [String] = []
  private var text: [UInt8] = []
  private var hasRoot = false
  /// An element that ends where it begins is told twice.
  private var endsAtOnce = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// The names of the elements that are open, the outermost first.
  var openElements: [String] { path }

  /// The text of the element that has just been closed.
  var closedText: [UInt8] { text }

  mutating func next() throws(XMLProblem) -> Token {
    if endsAtOnce {
      endsAtOnce = false
      return close()
    }
    while place < bytes.count {
      if bytes[place] != ASCII.lessThan {
        try readText()
        continue
      }
      switch place + 1 < bytes.count ? bytes[place + 1] : 0 {
      case ASCII.questionMark: try skip("<?", until: "?>")
      case 0x21:
        guard bytes.span.starts(with: "<!--", at: place) else {
          throw problem("a declaration, which is refused,")
        }
        try skip("<!--", until: "-->")
      case ASCII.slash: return try readClosingTag()
      default: return try readOpeningTag()
      }
    }
    guard path.isEmpty, hasRoot else { throw problem("the end of what is not closed yet") }
    return .end
  }

  private mutating func close() -> Token { .close(path.removeLast()) }

  private mutating func readClosingTag() throws(XMLProblem) -> Token {
    place += 2
    let name = try readName()
    skipBlanks()
    try expect(ASCII.greaterThan)
    guard path.last == name else { throw problem("the end of another element") }
    return close()
  }

  private mutating func readOpeningTag() throws(XMLProblem) -> Token {
    guard !path.isEmpty || !hasRoot else { throw problem("a second root") }
    guard path.count < Self.deepest else { throw problem("too deep a nesting") }
    place += 1
    let name = try readName()
    try skipAttributes()
    if place < bytes.count, bytes[place] == ASCII.slash {
      place += 1
      endsAtOnce = true
    }
    try expect(ASCII.greaterThan)
    hasRoot = true
    path.append(name)
    text.removeAll(keepingCapacity: true)
    return .open(name)
  }

  private mutating func readName() throws(XMLProblem) -> String {
    let start = place
    while place < bytes.count, Self.isOfNames(bytes[place]) { place += 1 }
    guard (1...Self.longestName).contains(place - start) else { throw problem("no name") }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private static func isOfNames(_ byte: UInt8) -> Bool {
    ASCII.isUnreserved(byte) && byte != ASCII.tilde || byte == ASCII.colon
  }

  /// What stands in attributes means nothing here.
  private mutating func skipAttributes() throws(XMLProblem) {
    var quote: UInt8?
    while place < bytes.count {
      let byte = bytes[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == ASCII.quote || byte == 0x27 {
        quote = byte
      } else if byte == ASCII.greaterThan || byte == ASCII.slash {
        return
      } else if byte == ASCII.lessThan {
        break
      }
      place += 1
    }
    throw problem("a tag that does not end")
  }

  private mutating func readText() throws(XMLProblem) {
    while place < bytes.count, bytes[place] != ASCII.lessThan {
      let byte = bytes[place]
      if path.isEmpty {
        guard Self.isBlank(byte) else { throw problem("text outside of all elements") }
        place += 1
      } else if byte == ASCII.ampersand {
        try readEntity()
      } else {
        text.append(byte)
        place += 1
      }
      guard text.count <= Self.longestText else { throw problem("too long a text") }
    }
  }

  private mutating func readEntity() throws(XMLProblem) {
    let end = bytes[place...].prefix(12).firstIndex(of: ASCII.semicolon)
    guard let end else { throw problem("an entity that does not end") }
    guard let scalar = MarkupEntity.scalar(bytes[(place + 1)..<end]) else {
      throw problem("an unknown entity")
    }
    text += String(scalar).utf8
    place = end + 1
  }

  private mutating func skip(
    _ start: StaticString, until end: StaticString
  ) throws(XMLProblem) {
    place += start.utf8CodeUnitCount
    while place < bytes.count {
      if bytes.span.starts(with: end, at: place) {
        place += end.utf8CodeUnitCount
        return
      }
      place += 1
    }
    throw problem("a remark that does not end")
  }

  private mutating func skipBlanks() {
    while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
  }

  private mutating func expect(_ byte: UInt8) throws(XMLProblem) {
    guard place < bytes.count, bytes[place] == byte else {
      throw problem("a tag that does not end")
    }
    place += 1
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    ASCII.isBlank(byte) || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
  }

  private func problem(_ reason: String) -> XMLProblem { XMLProblem(place: place, reason: reason) }
}
