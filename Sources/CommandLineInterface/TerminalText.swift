/// Text as a terminal shows it.
enum TerminalText {
  /// Control characters written as escapes: the names of strangers' files give a terminal no orders.
  ///
  /// Line feeds and tabs stay unless `inOneLine`.
  static func harmless(_ text: String, inOneLine: Bool = false) -> String {
    escaped(text, inOneLine: inOneLine, by: "\\x")
  }

  /// The same of JSON, whose strings alone can hold such characters, and which stays JSON.
  static func harmless(json text: String) -> String {
    escaped(text, inOneLine: false, by: "\\u00")
  }

  private static func escaped(_ text: String, inOneLine: Bool, by prefix: String) -> String {
    func isOrder(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x09, 0x0A: inOneLine
      case 0..<0x20, 0x7F..<0xA0: true
      default: false
      }
    }
    guard text.unicodeScalars.contains(where: isOrder) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isOrder(scalar) else {
        shown.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16)
      shown.append(
        contentsOf: "\(prefix)\(digits.count < 2 ? "0" : "")\(digits)".unicodeScalars)
    }
    return String(shown)
  }

  /// A line, or as much of it as so many columns hold, with an ellipsis for the rest.
  static func fitted(_ line: String, columns: Int) -> String {
    var width = 0
    var shown = ""
    var beforeLast = ""
    for character in line {
      width += columnCount(of: character)
      guard width <= columns else { return beforeLast + "…" }
      beforeLast = shown
      shown.append(character)
    }
    return shown
  }

  /// The same, but for its end: of a path that tells more than its beginning.
  static func fittedEnd(_ line: String, columns: Int) -> String {
    String(fitted(String(line.reversed()), columns: columns).reversed())
  }

  /// Two for what East Asian scripts and pictures take; never less than a terminal takes.
  private static func columnCount(of character: Character) -> Int {
    let isWide = character.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0x1F000...0x1FAFF, 0x20000...0x3FFFD:
        true
      default: false
      }
    }
    return isWide ? 2 : 1
  }
}
