import ByteText

/// XML, piece by piece, as much of it as XMP is written in: no document types, and so no entities
/// but those that every text has.
struct XMLScanner {
  struct Attribute: Equatable {
    let name: String
    let value: String
  }

  enum Piece: Equatable {
    case begin(String, [Attribute], isEmpty: Bool)
    case text(String)
    case end
  }

  private static let deepest = 32
  private static let attributeLimit = 256

  private let bytes: [UInt8]
  private var place = 0
  private var open: [ArraySlice<UInt8>] = []
  /// Whether all that was read is as it should be.
  private(set) var isWhole = true

  init(_ text: some Collection<UInt8>) { bytes = Array(text) }

  /// - Returns: nil at the end, and where ``isWhole`` is no longer true.
  mutating func next() -> Piece? {
    while place < bytes.count {
      guard bytes[place] == ASCII.lessThan else { return text() }
      if skip("<!--") {
        guard skipPast("-->") else { return broken() }
      } else if skip("<![CDATA[") {
        let start = place
        guard skipPast("]]>") else { return broken() }
        return .text(String(decoding: bytes[start..<(place - 3)], as: UTF8.self))
      } else if skip("<?") {
        guard skipPast("?>") else { return broken() }
      } else if skip("</") {
        let name = self.name()
        skipBlanks()
        guard skip(">"), let last = open.popLast(), last == name else { return broken() }
        return .end
      } else if skip("<!") {
        return broken()
      } else {
        return element()
      }
    }
    if !open.isEmpty { isWhole = false }
    return nil
  }

  private mutating func broken() -> Piece? {
    isWhole = false
    place = bytes.count
    open = []
    return nil
  }

  private mutating func text() -> Piece? {
    let start = place
    place = bytes[start...].firstIndex(of: ASCII.lessThan) ?? bytes.count
    return .text(Self.unescaped(bytes[start..<place]))
  }

  private mutating func element() -> Piece? {
    place += 1
    let name = self.name()
    guard !name.isEmpty, open.count < Self.deepest else { return broken() }
    var attributes: [Attribute] = []
    while true {
      skipBlanks()
      if skip("/>") {
        return .begin(String(decoding: name, as: UTF8.self), attributes, isEmpty: true)
      }
      if skip(">") {
        open.append(name)
        return .begin(String(decoding: name, as: UTF8.self), attributes, isEmpty: false)
      }
      let key = self.name()
      skipBlanks()
      guard !key.isEmpty, attributes.count < Self.attributeLimit, skip("=") else {
        return broken()
      }
      skipBlanks()
      guard place < bytes.count, bytes[place] == ASCII.quote || bytes[place] == 0x27 else {
        return broken()
      }
      let quote = bytes[place]
      guard let end = bytes[(place + 1)...].firstIndex(of: quote) else { return broken() }
      attributes.append(
        Attribute(
          name: String(decoding: key, as: UTF8.self),
          value: Self.unescaped(bytes[(place + 1)..<end])))
      place = end + 1
    }
  }

  private mutating func name() -> ArraySlice<UInt8> {
    let start = place
    while place < bytes.count, bytes[place] > ASCII.space,
      !"<>/=\"'&".utf8.contains(bytes[place])
    {
      place += 1
    }
    return bytes[start..<place]
  }

  private mutating func skipBlanks() {
    while place < bytes.count, bytes[place] <= ASCII.space { place += 1 }
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    guard bytes.span.starts(with: word, at: place) else { return false }
    place += word.utf8CodeUnitCount
    return true
  }

  private mutating func skipPast(_ word: StaticString) -> Bool {
    while place < bytes.count {
      if skip(word) { return true }
      place += 1
    }
    return false
  }

  /// Text with the five entities and the numbers that XML itself has; others stay as they stand.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    guard text.contains(ASCII.ampersand) else { return String(decoding: text, as: UTF8.self) }
    var result = ""
    var rest = text
    while let start = rest.firstIndex(of: ASCII.ampersand) {
      result += String(decoding: rest[..<start], as: UTF8.self)
      rest = rest[(start + 1)...]
      let entity = rest.prefix(10).prefix { $0 != ASCII.semicolon }
      guard entity.count < 10, entity.endIndex < rest.endIndex,
        let scalar = MarkupEntity.scalar(entity)
      else {
        result += "&"
        continue
      }
      result.unicodeScalars.append(scalar)
      rest = rest[(entity.endIndex + 1)...]
    }
    return result + String(decoding: rest, as: UTF8.self)
  }
}
