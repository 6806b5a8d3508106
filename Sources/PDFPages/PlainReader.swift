/// What objects, and the orders by which pages are drawn, are made of, read one after the other.
struct PlainReader {
  /// What is no object.
  enum Token: Equatable {
    case object(PlainObject)
    /// An order, or a word like `obj`.
    case word(String)
  }

  /// How deep objects stand in others.
  private static let deepest = 16

  private let bytes: ArraySlice<UInt8>
  private(set) var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  /// Takes the next one.
  ///
  /// - Returns: nil at the end of the bytes, and for what can't be made sense of.
  mutating func next() -> Token? { token(depth: 0) }

  /// Takes the next one, which is to be an object.
  mutating func object() -> PlainObject? {
    guard case .object(let object)? = next() else { return nil }
    return object
  }

  /// Takes a number that is none of a reference's.
  mutating func integer() -> Int? {
    skipBlanks()
    return number().flatMap(Int.init(exactly:))
  }

  /// Passes over bytes.
  ///
  /// - Returns: false where there are fewer.
  mutating func skip(_ count: Int) -> Bool {
    guard (0...bytes.endIndex - place).contains(count) else { return false }
    place += count
    return true
  }

  /// Passes over a line's end, where one stands here.
  mutating func skipLineEnd() {
    if current == 0x0D { place += 1 }
    if current == 0x0A { place += 1 }
  }

  private var current: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

  private static let blanks: Set<UInt8> = [0, 9, 10, 12, 13, 32]
  private static let marks = Set("()<>[]{}/%".utf8)

  private mutating func skipBlanks() {
    while let byte = current, Self.blanks.contains(byte) { place += 1 }
  }

  private mutating func token(depth: Int) -> Token? {
    guard depth < Self.deepest else { return nil }
    skipBlanks()
    switch current {
    case UInt8(ascii: "/"):
      place += 1
      return .object(.name(regular()))
    case UInt8(ascii: "["):
      place += 1
      return items(until: UInt8(ascii: "]"), depth).map { .object(.array($0)) }
    case UInt8(ascii: "("): return text().map { .object($0) }
    case UInt8(ascii: "<"):
      place += 1
      guard current == UInt8(ascii: "<") else {
        guard let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
        place = end + 1
        return .object(.other)
      }
      place += 1
      return entries(depth).map { .object(.dictionary($0)) }
    case let byte? where Self.marks.contains(byte): return nil
    case nil: return nil
    default:
      if let number = number() { return .object(reference(to: number) ?? .number(number)) }
      let word = regular()
      return ["true", "false", "null"].contains(word) ? .object(.other) : .word(word)
    }
  }

  /// Bytes up to a blank or a mark.
  private mutating func regular() -> String {
    let start = place
    while let byte = current, !Self.blanks.contains(byte), !Self.marks.contains(byte) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// A number, where one stands here.
  private mutating func number() -> Double? {
    guard let byte = current, "+-.0123456789".utf8.contains(byte) else { return nil }
    let start = place
    let word = regular()
    guard word.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }), let value = Double(word)
    else {
      place = start
      return nil
    }
    return value
  }

  /// What stands behind an object's number, where that is meant.
  private mutating func reference(to number: Double) -> PlainObject? {
    let start = place
    if let target = Int(exactly: number), integer() == 0 {
      skipBlanks()
      if regular() == "R" { return .reference(target) }
    }
    place = start
    return nil
  }

  private mutating func items(until end: UInt8, _ depth: Int) -> [PlainObject]? {
    var items: [PlainObject] = []
    while true {
      skipBlanks()
      if current == end {
        place += 1
        return items
      }
      guard case .object(let item)? = token(depth: depth + 1) else { return nil }
      items.append(item)
    }
  }

  private mutating func entries(_ depth: Int) -> [String: PlainObject]? {
    guard let items = items(until: UInt8(ascii: ">"), depth), current == UInt8(ascii: ">"),
      items.count.isMultiple(of: 2)
    else { return nil }
    place += 1
    var entries: [String: PlainObject] = [:]
    for index in stride(from: 0, to: items.count, by: 2) {
      // Of two of one name nobody knows which is meant.
      guard case .name(let name) = items[index],
        entries.updateValue(items[index + 1], forKey: name) == nil
      else { return nil }
    }
    return entries
  }

  /// Passes over a text: others may stand in it.
  private mutating func text() -> PlainObject? {
    var open = 0
    while let byte = current {
      place += 1
      switch byte {
      case UInt8(ascii: "\\"): if !skip(1) { return nil }
      case UInt8(ascii: "("): open += 1
      case UInt8(ascii: ")"):
        open -= 1
        if open == 0 { return .other }
      default: break
      }
    }
    return nil
  }
}
