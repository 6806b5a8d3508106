/// Numbers in paths: digits alone, at most 40 of them.
enum PathNumber {
  /// A count of something, from 0.
  ///
  /// - Returns: nil for what is no number; the largest one for what would not fit, which lies
  ///   outside everything that can be counted here.
  static func count(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.count <= DecimalText.longest else { return nil }
    var number: Int64 = 0
    for byte in digits {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      let (tens, overflowed) = number.multipliedReportingOverflow(by: 10)
      let (sum, carried) = tens.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
      number = overflowed || carried ? .max : sum
      if number == .max { break }
    }
    // The digits behind one that no longer fits must be digits too.
    guard number < .max || digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 })
    else { return nil }
    return number
  }

  /// A share or an angle: digits with at most one dot, no sign.
  static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
    guard let first = text.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else {
      return nil
    }
    return DecimalText.double(Substring(decoding: text, as: UTF8.self))
  }
}
