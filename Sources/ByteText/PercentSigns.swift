extension [UInt8] {
  /// Appends bytes as a part of an address holds them (RFC 3986 2.1): what is not unreserved turns
  /// into a percent sign and two capital digits.
  ///
  /// - Parameters:
  ///   - bytes: of any kind; a slash is encoded like all others.
  ///   - kept: characters that mean nothing where the part will stand, and stay as they are.
  package mutating func append(
    percentEncoding bytes: some Sequence<UInt8>, keeping kept: StaticString = ""
  ) {
    for byte in bytes {
      if ASCII.isUnreserved(byte) || kept.holds(byte) {
        append(byte)
      } else {
        append(ASCII.percent)
        append(Self.capitalDigit(byte >> 4))
        append(Self.capitalDigit(byte & 15))
      }
    }
  }

  /// Appends the decoded bytes of one path segment, or of a name in a query; decoding is done once.
  ///
  /// - Parameter text: still encoded.
  /// - Returns: false when a `%` is not followed by two hexadecimal digits; what came before it has
  ///   been appended then.
  package mutating func append(percentDecoding text: ArraySlice<UInt8>) -> Bool {
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      guard byte == ASCII.percent else {
        append(byte)
        index += 1
        continue
      }
      guard index + 2 < text.endIndex, let high = ASCII.hexValue(text[index + 1]),
        let low = ASCII.hexValue(text[index + 2])
      else { return false }
      append(high << 4 | low)
      index += 3
    }
    return true
  }

  /// Appends the decoded bytes of a query parameter's value, in which forms and `URLSearchParams`
  /// write a blank as a plus sign.
  ///
  /// - Parameter text: still encoded.
  /// - Returns: as ``append(percentDecoding:)``.
  package mutating func append(queryValueDecoding text: ArraySlice<UInt8>) -> Bool {
    append(percentDecoding: text.map { $0 == ASCII.plus ? ASCII.space : $0 }[...])
  }

  private static func capitalDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? ASCII.zero + nibble : 0x37 + nibble
  }
}

extension StaticString {
  fileprivate func holds(_ byte: UInt8) -> Bool {
    for index in 0..<utf8CodeUnitCount where unsafe utf8Start[index] == byte { return true }
    return false
  }
}
