/// Numbers as requests and flags may write them: digits, at most one sign and one dot, no more
/// than 40 characters.
///
/// Swift's own parser also takes exponents, hexadecimal, `nan` and `inf`; nobody outside means
/// those, and each is a surprise further down.
package enum DecimalText {
  package static let longest = 40

  package static func double(_ text: Substring) -> Double? {
    guard isPlain(text, dots: 1) else { return nil }
    return Double(text)
  }

  /// A whole number; nil when it does not fit, too.
  package static func integer(_ text: Substring) -> Int64? {
    guard isPlain(text, dots: 0) else { return nil }
    return Int64(text)
  }

  private static func isPlain(_ text: Substring, dots allowed: Int) -> Bool {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count <= longest else { return false }
    var digits = 0
    var dots = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "."): dots += 1
      case UInt8(ascii: "-"), UInt8(ascii: "+"): guard index == 0 else { return false }
      default: return false
      }
    }
    return digits > 0 && dots <= allowed
  }
}
