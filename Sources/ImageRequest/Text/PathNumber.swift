import ByteText

/// Numbers in paths: digits alone, at most 40 of them; where fractions are allowed, exponents too.
enum PathNumber {
  /// A count of something, from 0.
  ///
  /// - Returns: nil for what is no number; the largest one for what would not fit, which lies
  ///   outside everything that can be counted here.
  static func count(_ digits: ArraySlice<UInt8>) -> Int64? { DecimalNumber.capped(digits.span) }

  /// A count with one way to write it: what is kept by its address is kept once.
  ///
  /// - Returns: nil also for zeros before other digits.
  @inline(__always)
  static func index(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard digits.first != UInt8(ascii: "0") || digits.count == 1 else { return nil }
    return count(digits)
  }

  /// Four counts with commas between; nil for anything else.
  static func fourCounts(_ text: ArraySlice<UInt8>) -> (Int64, Int64, Int64, Int64)? {
    let bytes = text.span
    var numbers = InlineArray<4, Int64>(repeating: 0)
    var start = 0
    for place in numbers.indices {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: ",") { end += 1 }
      guard (end < bytes.count) == (place < 3),
        let number = DecimalNumber.capped(bytes.extracting(start..<end))
      else { return nil }
      numbers[place] = number
      start = end + 1
    }
    return (numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// A share or an angle: digits with at most one dot, no sign; see ``DecimalText``.
  static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
    // Most are whole, and small enough for any of them to be exact.
    if text.count <= 15, let whole = count(text) { return Double(whole) }
    guard let first = text.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else {
      return nil
    }
    return DecimalText.double(Substring(decoding: text, as: UTF8.self))
  }
}
