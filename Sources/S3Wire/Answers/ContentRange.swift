import ByteText

/// Which bytes of how many an answer holds (RFC 9110 14.4).
package struct ContentRange: Equatable, Sendable {
  /// Nil where none of what was asked for is there.
  package let range: Range<Int64>?
  /// Of the whole; nil where it isn't told.
  package let total: Int64?

  /// Reads the field's value; nil for what contradicts itself.
  package init?(_ text: ArraySlice<UInt8>) {
    guard text.count <= 80, text.span.starts(with: "bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: ASCII.slash, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let star = [ASCII.asterisk]
    if parts[1].elementsEqual(star) {
      total = nil
    } else {
      guard let number = Self.number(parts[1]) else { return nil }
      total = number
    }
    if parts[0].elementsEqual(star) {
      range = nil
      guard total != nil else { return nil }
      return
    }
    let ends = parts[0].split(separator: ASCII.minus, omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]),
      let last = Self.number(ends[1]), first <= last, last < .max,
      total.map({ last < $0 }) ?? true
    else { return nil }
    range = first..<(last + 1)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    DecimalNumber.exact(digits.span)
  }
}
