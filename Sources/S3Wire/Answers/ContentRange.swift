import ByteText

/// Which bytes of how many an answer holds (RFC 9110 14.4).
package struct ContentRange: Equatable, Sendable {
  /// Nil where none of what was asked for is there.
  package let range: Range<Int64>?
  /// Of the whole; nil where it isn't told.
  package let total: Int64?

  /// Reads the field's value; nil for what contradicts itself.
  package init?(_ text: Span<UInt8>) {
    guard text.count <= 80, text.starts(with: "bytes "),
      let slash = text.indices.first(where: { text[$0] == ASCII.slash })
    else { return nil }
    let (part, whole) = (text.extracting(6..<slash), text.extracting((slash + 1)...))
    if whole.equals("*") {
      total = nil
    } else {
      guard let number = DecimalNumber.exact(whole) else { return nil }
      total = number
    }
    if part.equals("*") {
      range = nil
      guard total != nil else { return nil }
      return
    }
    guard let minus = part.indices.first(where: { part[$0] == ASCII.minus }),
      let first = DecimalNumber.exact(part.extracting(0..<minus)),
      let last = DecimalNumber.exact(part.extracting((minus + 1)...)), first <= last, last < .max,
      total.map({ last < $0 }) ?? true
    else { return nil }
    range = first..<(last + 1)
  }
}
