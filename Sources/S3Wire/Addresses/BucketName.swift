import ByteText

/// A bucket's name: 3 to 63 small letters, digits, dots, dashes and, of old ones, underscores.
package struct BucketName: Hashable, Sendable {
  package let text: String

  /// - Returns: nil for what no engine takes for one.
  package init?(_ bytes: ArraySlice<UInt8>) {
    let isPlain = bytes.allSatisfy {
      0x61...0x7A ~= $0 || ASCII.isDigit($0) || $0 == ASCII.dot || $0 == ASCII.minus
        || $0 == ASCII.underscore
    }
    guard (3...63).contains(bytes.count), isPlain, let first = bytes.first, let last = bytes.last,
      first != ASCII.dot, first != ASCII.minus, last != ASCII.dot, last != ASCII.minus,
      !bytes.contains("..")
    else { return nil }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether it can be a label of a host, and one that a certificate for `*.host` covers.
  var isLabel: Bool { text.utf8.allSatisfy { $0 != ASCII.dot && $0 != ASCII.underscore } }
}
