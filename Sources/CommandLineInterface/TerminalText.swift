import ByteText

/// Text as a terminal shows it.
enum TerminalText {
  /// Control characters, and those that turn the direction of writing, written as escapes: the names
  /// of strangers' files give a terminal no orders, and read as what they are.
  ///
  /// Line feeds and tabs stay unless `inOneLine`.
  static func harmless(_ text: String, inOneLine: Bool = false) -> String {
    escaped(text, inOneLine: inOneLine) {
      $0.value < 0x100 ? "\\x" + digits(of: $0, 2) : "\\u{" + digits(of: $0, 4) + "}"
    }
  }

  /// The same of JSON, whose strings alone can hold such characters, and which stays JSON.
  static func harmless(json text: String) -> String {
    escaped(text, inOneLine: false) { "\\u" + digits(of: $0, 4) }
  }

  /// So many digits of base 16 at least; none of those that are escaped takes more than four.
  private static func digits(of scalar: Unicode.Scalar, _ count: Int) -> String {
    let digits = String(scalar.value, radix: 16)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  private static func escaped(
    _ text: String, inOneLine: Bool, as escape: (Unicode.Scalar) -> String
  ) -> String {
    func isOrder(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x09, 0x0A: inOneLine
      case 0..<0x20, 0x7F..<0xA0: true
      default: CleanText.turnsDirection(scalar)
      }
    }
    guard text.unicodeScalars.contains(where: isOrder) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isOrder(scalar) else {
        shown.append(scalar)
        continue
      }
      shown.append(contentsOf: escape(scalar).unicodeScalars)
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
