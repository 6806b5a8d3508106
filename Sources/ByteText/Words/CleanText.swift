/// Text of strangers, made fit to be shown.
package enum CleanText {
  /// Characters of a title or a name, and of what may be longer.
  package static let lineLimit = 500
  package static let textLimit = 5000

  /// Text of bytes that may be of an age before UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: up to the first zero, where they have one.
  ///   - limit: as many characters at most.
  /// - Returns: nil for nothing but blanks.
  package static func text(_ bytes: some Sequence<UInt8>, limit: Int = lineLimit) -> String? {
    let bytes = bytes.prefix { $0 != 0 }
    if let text = String(validating: bytes, as: UTF8.self) { return clean(text, limit: limit) }
    // Every byte is a character of Latin-1.
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return clean(text, limit: limit)
  }

  /// The same text without control characters and marks that turn the direction of writing, blanks
  /// and line ends as single blanks.
  ///
  /// - Parameters:
  ///   - text: whatever somebody wrote.
  ///   - limit: as many characters at most.
  /// - Returns: nil for nothing but blanks.
  package static func clean(_ text: String, limit: Int = lineLimit) -> String? {
    var clean = ""
    var count = 0
    var owesBlank = false
    for scalar in text.unicodeScalars {
      guard count + (owesBlank ? 1 : 0) < limit else { break }
      if scalar.properties.isWhitespace {
        owesBlank = count > 0
      } else if !isControl(scalar) {
        if owesBlank {
          clean.append(" ")
          count += 1
        }
        owesBlank = false
        clean.unicodeScalars.append(scalar)
        count += 1
      }
    }
    return clean.isEmpty ? nil : clean
  }

  /// Whether a text has none of the marks that ``clean(_:limit:)`` takes out.
  package static func isClean(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: isControl)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xFEFF, 0xFFFE...0xFFFF: true
    default: turnsDirection(scalar)
    }
  }

  /// Whether a character turns the direction of writing of those behind it, or ends that: with it a
  /// name reads as another one, and so may all that is shown beside it.
  package static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// An address of the web, for who may follow it.
  ///
  /// - Parameter text: what stands where an address may.
  /// - Returns: nil for any other kind, and for what holds more than addresses can.
  package static func address(_ text: String?) -> String? {
    guard let text, (10...2000).contains(text.utf8.count),
      text.hasPrefix("http://") || text.hasPrefix("https://"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) })
    else { return nil }
    return text
  }

  /// A date such as `2024-05-17T10:02:33+02:00`, or its beginning.
  ///
  /// - Parameter text: a date in this form, or in EXIF's, with colons and a blank.
  /// - Returns: nil for what is no date, and for the zeros of clocks that were never set.
  package static func date(_ text: String?) -> String? {
    guard let text, text.utf8.count <= 40 else { return nil }
    var bytes = Array(text.utf8)
    while bytes.last == ASCII.space || bytes.last == 0 { bytes.removeLast() }
    guard bytes.count >= 4, bytes.prefix(4).allSatisfy(ASCII.isDigit),
      !bytes.prefix(4).allSatisfy({ $0 == ASCII.zero })
    else { return nil }
    // Digits stand where they should, and nothing else but what parts them.
    let pattern = Array("0000-00-00T00:00:00".utf8)
    for place in 4..<min(bytes.count, pattern.count) {
      switch pattern[place] {
      case ASCII.zero: guard ASCII.isDigit(bytes[place]) else { return nil }
      case ASCII.minus:
        guard bytes[place] == ASCII.minus || bytes[place] == ASCII.colon else { return nil }
        bytes[place] = ASCII.minus
      case ASCII.colon: guard bytes[place] == ASCII.colon else { return nil }
      default:
        guard bytes[place] == ASCII.space || bytes[place] == pattern[place] else { return nil }
        bytes[place] = pattern[place]
      }
    }
    guard [4, 7, 10, 16].contains(bytes.count) || bytes.count >= 19,
      bytes.dropFirst(19).allSatisfy({ ASCII.isDigit($0) || "+-:.Z".utf8.contains($0) })
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
