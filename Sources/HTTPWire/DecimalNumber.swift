/// Plain decimal numbers of protocol fields.
enum DecimalNumber {
  /// Digits only, at least one, and no more than fits; nil for everything else.
  static func parse(_ digits: Span<UInt8>) -> Int64? {
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    for index in digits.indices {
      guard ASCII.isDigit(digits[index]) else { return nil }
      let (tens, overflowed) = number.multipliedReportingOverflow(by: 10)
      let (sum, carried) = tens.addingReportingOverflow(Int64(digits[index] - ASCII.zero))
      guard !overflowed, !carried else { return nil }
      number = sum
    }
    return number
  }
}
