/// Percent-decoding (RFC 3986 2.1), done once and on one part of a path at a time.
package enum PercentDecoding {
  /// Appends the decoded bytes of one path segment or query part.
  ///
  /// - Returns: false when a `%` is not followed by two hexadecimal digits.
  package static func append(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) -> Bool {
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      guard byte == ASCII.percent else {
        output.append(byte)
        index += 1
        continue
      }
      guard index + 2 < text.endIndex, let high = ASCII.hexValue(text[index + 1]),
        let low = ASCII.hexValue(text[index + 2])
      else { return false }
      output.append(high << 4 | low)
      index += 3
    }
    return true
  }
}

/// The raw segments of a path between its slashes, the empty ones too.
package struct PathSegments: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>?

  /// - Parameter path: begins with a slash, as request paths do.
  package init(_ path: ArraySlice<UInt8>) {
    rest = path.first == ASCII.slash ? path.dropFirst() : path
  }

  package mutating func next() -> ArraySlice<UInt8>? {
    guard let text = rest else { return nil }
    guard let slash = text.firstIndex(of: ASCII.slash) else {
      rest = nil
      return text
    }
    rest = text[(slash + 1)...]
    return text[..<slash]
  }
}
