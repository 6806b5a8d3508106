/// JSON as text, piece by piece, in the order in which it is written.
package struct JSONText: Sendable {
  package private(set) var text = ""
  private var needsComma = false

  package init() {}

  package mutating func object(_ body: (inout JSONText) -> Void) { nest("{", "}", body) }

  package mutating func array(_ body: (inout JSONText) -> Void) { nest("[", "]", body) }

  package mutating func key(_ name: String) {
    separate()
    text += Self.quoted(name)
    text += ":"
    needsComma = false
  }

  package mutating func string(_ value: String?) { raw(value.map(Self.quoted) ?? "null") }

  package mutating func number(_ value: Double) { raw(Self.number(value)) }

  package mutating func integer(_ value: Int64) { raw(String(value)) }

  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  package mutating func numbers(_ values: Double...) {
    array { json in
      for value in values { json.number(value) }
    }
  }

  private mutating func raw(_ value: String) {
    separate()
    text += value
  }

  private mutating func nest(
    _ open: String, _ close: String, _ body: (inout JSONText) -> Void
  ) {
    separate()
    text += open
    needsComma = false
    body(&self)
    text += close
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { text += "," }
    needsComma = true
  }

  /// The shortest text that reads back as the same double; whole numbers without a fraction.
  package static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == 0 { return "0" }
    if let whole = Int64(exactly: value), abs(value) < 0x1p53 { return String(whole) }
    return value.description
  }

  package static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
