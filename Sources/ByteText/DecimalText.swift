/// Numbers as requests and flags may write them: digits, at most one sign and one dot, no more
/// than 40 characters.
///
/// Swift's own parser also takes exponents, hexadecimal, `nan` and `inf`; nobody outside means
/// those, and each is a surprise further down.
@usableFromInline
package enum DecimalText {
  @inlinable package static var longest: Int { 40 }

  /// A number with or without a fraction.
  ///
  /// - Parameter text: what was written.
  /// - Returns: nil for what is no such number.
  package static func double(_ text: Substring) -> Double? {
    guard isPlain(text, dots: 1) else { return nil }
    return Double(text)
  }

  /// A whole number.
  ///
  /// - Parameter text: what was written.
  /// - Returns: nil for what is no such number, and for what does not fit.
  package static func integer(_ text: Substring) -> Int64? {
    guard isPlain(text, dots: 0) else { return nil }
    return Int64(text)
  }

  /// The shortest text that reads back as the same double; whole numbers without a fraction.
  ///
  /// - Parameter value: finite; of others it is Swift's own words.
  /// - Returns: digits that JSON, addresses and people read.
  package static func shortest(_ value: Double) -> String {
    if value == 0 { return "0" }
    if let whole = Int64(exactly: value), abs(value) < 0x1p53 { return String(whole) }
    return value.description
  }

  private static func isPlain(_ text: Substring, dots allowed: Int) -> Bool {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count <= longest else { return false }
    var digits = 0
    var dots = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case ASCII.zero...ASCII.nine: digits += 1
      case ASCII.dot: dots += 1
      case ASCII.minus, ASCII.plus: guard index == 0 else { return false }
      default: return false
      }
    }
    return digits > 0 && dots <= allowed
  }
}
