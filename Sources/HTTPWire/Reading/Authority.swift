import ByteText

/// A host with an optional port, as the Host field and absolute targets carry it (RFC 3986 3.2).
package enum Authority {
  /// Whether a text is one.
  ///
  /// - Parameter text: all of it.
  /// - Returns: false also for user information, which has no place here.
  package static func isValid(_ text: Span<UInt8>) -> Bool {
    guard !text.isEmpty else { return false }
    let hostEnd = text[0] == 0x5B ? endOfBracketed(text) : endOfName(text)
    guard let hostEnd, hostEnd > 0 else { return false }
    guard hostEnd < text.count else { return true }
    guard text[hostEnd] == ASCII.colon else { return false }
    return isPort(text.extracting((hostEnd + 1)..<text.count))
  }

  /// An empty port is allowed by the grammar, and clients do send it.
  private static func isPort(_ digits: Span<UInt8>) -> Bool {
    if digits.isEmpty { return true }
    guard digits.count <= 5, let port = DecimalNumber.exact(digits) else { return false }
    return port <= 65_535
  }

  /// Past a registered name or IPv4 address; user information has no place here.
  private static func endOfName(_ text: Span<UInt8>) -> Int? {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == ASCII.percent {
        guard index + 2 < text.count, ASCII.hexValue(text[index + 1]) != nil,
          ASCII.hexValue(text[index + 2]) != nil
        else { return nil }
        index += 3
      } else if ASCII.isHostName(byte) {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  /// Past the bracket that closes an IPv6 address.
  private static func endOfBracketed(_ text: Span<UInt8>) -> Int? {
    var index = 1
    var colons = 0
    while index < text.count, text[index] != 0x5D {
      let byte = text[index]
      if byte == ASCII.colon {
        colons += 1
      } else if ASCII.hexValue(byte) == nil, byte != ASCII.dot {
        return nil
      }
      index += 1
    }
    guard index < text.count, colons >= 2, index <= 46 else { return nil }
    return index + 1
  }
}
