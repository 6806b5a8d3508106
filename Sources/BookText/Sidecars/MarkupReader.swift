import ByteText

/// A piece of XML or HTML.
enum MarkupToken: Equatable {
  case start(MarkupElement)
  case end(name: String)
  /// As it stands there, its entities included.
  case text(ArraySlice<UInt8>)
}

/// The beginning of an element.
struct MarkupElement: Equatable {
  /// In small letters, without what stands before a colon.
  let name: String
  /// Whether it ends where it begins.
  let isEmpty: Bool
  fileprivate let attributes: ArraySlice<UInt8>
}

/// Reads XML, and HTML as programs write it, piece by piece.
///
/// Nothing outside is looked up, no entity is defined, and what is damaged is passed over. It takes
/// time in proportion to the text.
struct MarkupReader {
  private var rest: ArraySlice<UInt8>

  private static let longestName = 64

  init(_ text: [UInt8]) { rest = text[...] }

  /// The next piece; nil behind the last.
  mutating func next() -> MarkupToken? {
    while let first = rest.first {
      guard first == ASCII.lessThan else {
        let text = rest.prefix { $0 != ASCII.lessThan }
        rest = rest[text.endIndex...]
        return .text(text)
      }
      let inside = rest.dropFirst()
      switch inside.first {
      case UInt8(ascii: "!"): if let text = passDeclaration() { return .text(text) }
      case UInt8(ascii: "?"): pass(behind: "?>")
      case UInt8(ascii: "/"):
        let tag = tag(in: inside.dropFirst())
        return .end(name: Self.name(tag))
      case let letter? where ASCII.isLetter(letter):
        let tag = tag(in: inside)
        let isEmpty = tag.last == UInt8(ascii: "/")
        let attributes = tag.drop { !Self.isBlank($0) }
        return .start(
          MarkupElement(name: Self.name(tag), isEmpty: isEmpty, attributes: attributes))
      default:
        rest = inside
        return .text([ASCII.lessThan][...])
      }
    }
    return nil
  }

  /// What stands up to the tag's end, quotes heeded; all of it is passed.
  private mutating func tag(in inside: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var quote: UInt8?
    var place = inside.startIndex
    while place < inside.endIndex {
      let byte = inside[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == ASCII.quote || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == ASCII.greaterThan {
        break
      }
      place += 1
    }
    rest = inside[min(place + 1, inside.endIndex)...]
    return inside[..<place]
  }

  /// A comment or a declaration is passed; what a section of characters holds is told.
  private mutating func passDeclaration() -> ArraySlice<UInt8>? {
    if rest.starts(with: "<!--".utf8) {
      pass(behind: "-->")
    } else if rest.starts(with: "<![CDATA[".utf8) {
      let inside = rest.dropFirst(9)
      let isEnded = pass(behind: "]]>")
      return inside[..<(isEnded ? rest.startIndex - 3 : rest.startIndex)]
    } else {
      var depth = 0
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "]"): depth -= 1
        case ASCII.greaterThan where depth <= 0: return nil
        default: break
        }
      }
    }
    return nil
  }

  /// Goes on behind a text.
  ///
  /// - Returns: false where it is nowhere: then all is passed.
  @discardableResult
  private mutating func pass(behind end: String) -> Bool {
    let end = Array(end.utf8)
    while rest.count >= end.count {
      if rest.starts(with: end) {
        rest = rest.dropFirst(end.count)
        return true
      }
      rest = rest.dropFirst()
    }
    rest = rest[rest.endIndex...]
    return false
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte <= ASCII.space || byte == UInt8(ascii: "/")
  }

  private static func name(_ tag: ArraySlice<UInt8>) -> String {
    let whole = tag.prefix(longestName).prefix { !isBlank($0) }
    let own = whole.lastIndex(of: ASCII.colon).map { whole[($0 + 1)...] } ?? whole
    return String(decoding: own.map(ASCII.lowercased), as: UTF8.self)
  }
}

extension MarkupElement {
  /// The value of an attribute.
  ///
  /// - Parameter wanted: its name, in small letters; others' sizes don't matter.
  /// - Returns: nil where there is none.
  subscript(_ wanted: StaticString) -> String? {
    var rest = attributes
    while true {
      rest = rest.drop { $0 <= ASCII.space || $0 == UInt8(ascii: "/") }
      guard !rest.isEmpty else { return nil }
      let name = rest.prefix { $0 > ASCII.space && $0 != UInt8(ascii: "=") }
      rest = rest[name.endIndex...].drop { $0 <= ASCII.space }
      var value = rest.prefix(0)
      if rest.first == UInt8(ascii: "=") {
        rest = rest.dropFirst().drop { $0 <= ASCII.space }
        if let quote = rest.first, quote == ASCII.quote || quote == UInt8(ascii: "'") {
          value = rest.dropFirst().prefix { $0 != quote }
          rest = rest[value.endIndex...].dropFirst()
        } else {
          value = rest.prefix { $0 > ASCII.space }
          rest = rest[value.endIndex...]
        }
      } else if name.isEmpty {
        rest = rest.dropFirst()
      }
      if name.equalsIgnoringCase(wanted) {
        return String(decoding: MarkupText.plain(value), as: UTF8.self)
      }
    }
  }

  /// The value of an attribute that is a number which can be a length.
  subscript(number wanted: StaticString) -> Double? {
    self[wanted].flatMap { DecimalText.double($0[...]) }
  }
}

/// Text of XML and HTML.
enum MarkupText {
  /// The same with the characters that its entities stand for; one that nobody knows stays.
  static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(ASCII.ampersand) else { return Array(text) }
    var plain: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == ASCII.ampersand,
        let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let character = character(rest[..<end])
      else {
        plain.append(byte)
        continue
      }
      plain.append(contentsOf: String(character).utf8)
      rest = rest[(end + 1)...]
    }
    return plain
  }

  private static func character(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    if name.equals("nbsp") { return "\u{A0}" }
    if name.equals("shy") { return "\u{AD}" }
    return MarkupEntity.scalar(name)
  }
}
