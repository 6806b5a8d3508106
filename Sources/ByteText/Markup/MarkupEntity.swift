/// The characters that XML knows by names and numbers.
package enum MarkupEntity {
  /// The character that an entity stands for.
  ///
  /// - Parameter name: what stands between `&` and the semicolon: one of XML's five, or `#10`, `#xA`.
  /// - Returns: nil for all others; nothing is ever defined.
  package static func scalar(_ name: some Collection<UInt8>) -> Unicode.Scalar? {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: return numbered(name)
    }
  }

  private static func numbered(_ name: some Collection<UInt8>) -> Unicode.Scalar? {
    guard name.first == ASCII.hash else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let rest = isHexadecimal ? digits.dropFirst() : digits
    // Numbers of Swift's may have a sign.
    guard let first = rest.first, first != ASCII.plus, first != ASCII.minus else { return nil }
    return UInt32(String(decoding: rest, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
      .flatMap(Unicode.Scalar.init)
  }
}
