/// Numbers as requests and flags may write them: digits, at most one sign and one dot, no more
/// than 40 characters; with a fraction, an exponent of at most two digits may follow: `1e-6`,
/// `2.5E+3`.
///
/// Within these bounds no number overflows or vanishes, so each is read as the double next to it.
/// Swift's own parser also takes hexadecimal, `nan` and `inf`; nobody outside means those, and each
/// is a surprise further down.
@usableFromInline
package enum DecimalText {
  @inlinable package static var longest: Int { 40 }

  /// A number with or without a fraction or an exponent.
  ///
  /// - Parameter text: what was written.
  /// - Returns: nil for what is no such number.
  package static func double(_ text: Substring) -> Double? {
    guard isNumber(text, isWhole: false) else { return nil }
    return Double(text)
  }

  /// A whole number.
  ///
  /// - Parameter text: what was written.
  /// - Returns: nil for what is no such number, and for what does not fit.
  package static func integer(_ text: Substring) -> Int64? {
    guard isNumber(text, isWhole: true) else { return nil }
    return Int64(text)
  }

  /// A whole number that may be written with an exponent or an idle fraction: `5e9`, `1.5e3`, `2.0`.
  ///
  /// - Parameter text: what was written.
  /// - Returns: nil for what is no whole number, and for what does not fit; with an exponent or a
  ///   fraction, what doubles can't count up to doesn't.
  package static func whole(_ text: Substring) -> Int64? {
    if let number = integer(text) { return number }
    guard let number = double(text), abs(number) <= 0x1p53 else { return nil }
    return Int64(exactly: number)
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

  private static let longestExponent = 2

  private static func isNumber(_ text: Substring, isWhole: Bool) -> Bool {
    var rest = text.utf8
    guard rest.count <= longest else { return false }
    dropSign(&rest)
    var digits = dropDigits(&rest)
    if !isWhole, rest.first == ASCII.dot {
      rest = rest.dropFirst()
      digits += dropDigits(&rest)
    }
    guard digits > 0 else { return false }
    if !isWhole, let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      dropSign(&rest)
      guard (1...longestExponent).contains(dropDigits(&rest)) else { return false }
    }
    return rest.isEmpty
  }

  private static func dropSign(_ text: inout Substring.UTF8View) {
    if text.first == ASCII.minus || text.first == ASCII.plus { text = text.dropFirst() }
  }

  /// - Returns: how many there were.
  private static func dropDigits(_ text: inout Substring.UTF8View) -> Int {
    let rest = text.drop { ASCII.zero...ASCII.nine ~= $0 }
    defer { text = rest }
    return text.count - rest.count
  }
}
