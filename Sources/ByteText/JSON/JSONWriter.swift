/// JSON as bytes, piece by piece, in the order in which it is written.
///
/// Nothing is held back or looked at again. That each key has one value is the caller's to see to.
package struct JSONWriter: Sendable {
  /// What stands between the pieces.
  package enum Layout: Sendable {
    /// `{"a":1,"b":[2,3]}`
    case compact
    /// `{"a": 1, "b": [2, 3]}`
    case spaced
    /// A line a value, as Foundation's pretty printing has it: `"a" : 1`, and two spaces a level.
    case lines
  }

  package private(set) var bytes: [UInt8] = []
  private let layout: Layout
  private var needsComma = false
  private var depth = 0
  private var isAfterKey = false

  package init(_ layout: Layout = .compact) { self.layout = layout }

  /// What has been written: always UTF-8.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: What holds other values

  package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try nest("{", "}", body)
  }

  package mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try nest("[", "]", body)
  }

  /// Begins a member of an object; its value comes next.
  package mutating func key(_ name: String) {
    separate()
    bytes.append(json: name.utf8)
    switch layout {
    case .compact: bytes.append(ASCII.colon)
    case .spaced: bytes.append(": ")
    case .lines: bytes.append(" : ")
    }
    isAfterKey = true
  }

  // MARK: Values

  package mutating func null() {
    separate()
    bytes.append("null")
  }

  /// Writes a string, or `null` where there is none.
  package mutating func string(_ value: String?) {
    guard let value else { return null() }
    separate()
    bytes.append(json: value.utf8)
  }

  /// Writes a string in ASCII, for places where text of other kinds is none.
  ///
  /// - Parameter value: what is beyond ASCII is written as UTF-16 units.
  package mutating func string(ascii value: String) {
    separate()
    bytes.append(ASCII.quote)
    for unit in value.utf16 {
      switch unit {
      case 0x08: bytes.append("\\b")
      case 0x0C: bytes.append("\\f")
      case 0x0A: bytes.append("\\n")
      case 0x0D: bytes.append("\\r")
      case 0x09: bytes.append("\\t")
      case 0x22, 0x5C:
        bytes.append(ASCII.backslash)
        bytes.append(UInt8(unit))
      case 0x20..<0x80: bytes.append(UInt8(unit))
      default: bytes.append(jsonEscape: unit)
      }
    }
    bytes.append(ASCII.quote)
  }

  /// Writes a string of bytes that may be anything: those beyond ASCII are taken for the Latin-1
  /// they might stand for, which is valid JSON whatever they were meant to be.
  package mutating func string(latin1 value: some Sequence<UInt8>) {
    separate()
    bytes.append(ASCII.quote)
    for byte in value {
      switch byte {
      case ASCII.quote, ASCII.backslash:
        bytes.append(ASCII.backslash)
        bytes.append(byte)
      case ASCII.space...ASCII.tilde: bytes.append(byte)
      default: bytes.append(jsonEscape: byte)
      }
    }
    bytes.append(ASCII.quote)
  }

  /// Writes a string that is put together in place.
  ///
  /// - Parameter writing: appends UTF-8 without quotes, backslashes and control characters.
  package mutating func string(writing: (inout [UInt8]) -> Void) {
    separate()
    bytes.append(ASCII.quote)
    writing(&bytes)
    bytes.append(ASCII.quote)
  }

  /// Writes the shortest number that reads back the same; what is not finite is `null`.
  package mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    bytes.append(contentsOf: DecimalText.shortest(value).utf8)
  }

  package mutating func integer(_ value: Int64) {
    separate()
    bytes.append(decimal: value)
  }

  /// Writes a whole number, or `null` where there is none.
  package mutating func optional(_ value: Int64?) {
    if let value { integer(value) } else { null() }
  }

  package mutating func boolean(_ value: Bool) {
    separate()
    bytes.append(value ? "true" : "false")
  }

  package mutating func numbers(_ values: Double...) {
    array { json in
      for value in values { json.number(value) }
    }
  }

  package mutating func strings(_ values: [String]) {
    array { json in
      for value in values { json.string(value) }
    }
  }

  // MARK: Between them

  private mutating func nest(
    _ open: StaticString, _ close: StaticString, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    separate()
    bytes.append(open)
    needsComma = false
    depth += 1
    try body(&self)
    depth -= 1
    if layout == .lines {
      // Foundation's empty ones have an empty line inside.
      if !needsComma { bytes.append(ASCII.lineFeed) }
      beginLine()
    }
    bytes.append(close)
    needsComma = true
  }

  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      needsComma = true
      return
    }
    if needsComma { bytes.append(layout == .spaced ? ", " : ",") }
    if layout == .lines, depth > 0 { beginLine() }
    needsComma = true
  }

  private mutating func beginLine() {
    bytes.append(ASCII.lineFeed)
    for _ in 0..<depth { bytes.append("  ") }
  }
}

extension [UInt8] {
  /// Appends one JSON value, written in place.
  package mutating func append(
    json layout: JSONWriter.Layout, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    var writer = JSONWriter(layout, continuing: &self)
    defer { writer.finish(&self) }
    try body(&writer)
  }

  /// Appends bytes as a JSON string, quotes included.
  ///
  /// - Parameter text: UTF-8; what is not is the caller's to keep out.
  package mutating func append(json text: some Sequence<UInt8>) {
    append(ASCII.quote)
    for byte in text {
      switch byte {
      case ASCII.quote, ASCII.backslash:
        append(ASCII.backslash)
        append(byte)
      case ASCII.lineFeed: append("\\n")
      case ASCII.carriageReturn: append("\\r")
      case ASCII.tab: append("\\t")
      case 0..<ASCII.space, ASCII.delete: append(jsonEscape: byte)
      default: append(byte)
      }
    }
    append(ASCII.quote)
  }

  fileprivate mutating func append(jsonEscape unit: some UnsignedInteger) {
    append("\\u")
    append(hexadecimal: UInt64(unit), digits: 4)
  }
}

extension JSONWriter {
  /// Goes on after what an array holds, without a copy of it.
  fileprivate init(_ layout: Layout, continuing text: inout [UInt8]) {
    self.init(layout)
    swap(&bytes, &text)
  }

  fileprivate mutating func finish(_ text: inout [UInt8]) { swap(&bytes, &text) }
}
