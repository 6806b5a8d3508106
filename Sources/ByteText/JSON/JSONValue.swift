/// A JSON text as it was read: within bounds.
package enum JSONValue: Equatable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// Deeper nesting is refused, for it would be followed by as deep a stack.
  private static let deepest = 32

  /// Reads a text; nil for what is no JSON.
  ///
  /// - Parameter text: in UTF-8; nothing but white space may follow the value.
  package init?(_ text: some Sequence<UInt8>) {
    var rest = ArraySlice(Array(text))
    guard let value = Self.value(&rest, depth: 0) else { return nil }
    Self.skipSpace(&rest)
    guard rest.isEmpty else { return nil }
    self = value
  }

  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }
  package var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

  /// A number of either kind.
  package var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .null, .boolean, .text, .list, .object: nil
    }
  }
}

extension JSONValue {
  private static func value(_ rest: inout ArraySlice<UInt8>, depth: Int) -> JSONValue? {
    skipSpace(&rest)
    guard depth < deepest, let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "{"): return object(&rest, depth: depth)
    case UInt8(ascii: "["): return list(&rest, depth: depth)
    case UInt8(ascii: "\""): return string(&rest).map { .text($0) }
    default: break
    }
    let word = rest.prefix { !", ]}\t\n\r".utf8.contains($0) }
    rest = rest.dropFirst(word.count)
    let text = String(decoding: word, as: UTF8.self)
    switch text {
    case "null": return .null
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default: break
    }
    guard isNumber(word) else { return nil }
    if let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { return nil }
    return .number(number)
  }

  /// Swift's own readers take more than JSON: a plus sign, hexadecimal digits, names, bare points.
  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    func digits() -> Int {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    func take(_ letters: String) -> Bool {
      guard let first = rest.first, letters.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = take("-")
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let count = digits()
    guard count == 1 || count > 1 && !startsWithZero else { return false }
    if take("."), digits() == 0 { return false }
    if take("eE") {
      _ = take("+-")
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }

  private static func object(_ rest: inout ArraySlice<UInt8>, depth: Int) -> JSONValue? {
    var members: [String: JSONValue] = [:]
    rest.removeFirst()
    guard !skip(UInt8(ascii: "}"), &rest) else { return .object(members) }
    repeat {
      skipSpace(&rest)
      guard rest.first == UInt8(ascii: "\""), let name = string(&rest),
        skip(UInt8(ascii: ":"), &rest), let value = value(&rest, depth: depth + 1)
      else { return nil }
      members[name] = value
    } while skip(UInt8(ascii: ","), &rest)
    return skip(UInt8(ascii: "}"), &rest) ? .object(members) : nil
  }

  private static func list(_ rest: inout ArraySlice<UInt8>, depth: Int) -> JSONValue? {
    var values: [JSONValue] = []
    rest.removeFirst()
    guard !skip(UInt8(ascii: "]"), &rest) else { return .list(values) }
    repeat {
      guard let value = value(&rest, depth: depth + 1) else { return nil }
      values.append(value)
    } while skip(UInt8(ascii: ","), &rest)
    return skip(UInt8(ascii: "]"), &rest) ? .list(values) : nil
  }

  private static func string(_ rest: inout ArraySlice<UInt8>) -> String? {
    rest.removeFirst()
    var units: [UInt16] = []
    while true {
      let plain = rest.prefix { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      guard let text = String(validating: plain, as: UTF8.self) else { return nil }
      units += text.utf16
      rest = rest.dropFirst(plain.count)
      guard let mark = rest.popFirst() else { return nil }
      if mark == UInt8(ascii: "\"") { return String(validating: units, as: UTF16.self) }
      guard mark == UInt8(ascii: "\\"), let unit = escaped(&rest) else { return nil }
      units.append(unit)
    }
  }

  /// What stands behind a backslash, as a unit of UTF-16.
  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
    guard let letter = rest.popFirst() else { return nil }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(letter)
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"):
      let digits = rest.prefix(4)
      rest = rest.dropFirst(digits.count)
      guard digits.count == 4, !digits.contains(UInt8(ascii: "+")) else { return nil }
      return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    default: return nil
    }
  }

  private static func skip(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
    skipSpace(&rest)
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  private static func skipSpace(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.drop { " \t\n\r".utf8.contains($0) }
  }
}
