/// Numbers of bare digits, as protocols' fields and paths have them.
@usableFromInline
package enum DecimalNumber {
  /// A number that must fit.
  ///
  /// - Parameter digits: no sign, no blanks.
  /// - Returns: nil for nothing, for anything but digits, and for more than `Int64` holds.
  @inlinable
  package static func exact(_ digits: Span<UInt8>) -> Int64? {
    guard let (number, fits) = read(digits), fits else { return nil }
    return number
  }

  /// A count of something, where a number too large is as good as the largest: it lies outside
  /// everything that can be counted here.
  ///
  /// - Parameter digits: at most ``DecimalText/longest`` of them.
  /// - Returns: nil for what is no number; `Int64.max` for what would not fit.
  @inlinable
  package static func capped(_ digits: Span<UInt8>) -> Int64? {
    guard digits.count <= DecimalText.longest, let (number, fits) = read(digits) else { return nil }
    return fits ? number : .max
  }

  /// What digits say, and whether it fits; nil for anything but digits.
  @inlinable
  package static func read(_ digits: Span<UInt8>) -> (number: Int64, fits: Bool)? {
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    var fits = true
    for index in digits.indices {
      let digit = digits[index] &- ASCII.zero
      guard digit <= 9 else { return nil }
      let (tens, overflowed) = number.multipliedReportingOverflow(by: 10)
      let (sum, carried) = tens.addingReportingOverflow(Int64(digit))
      // What no longer fits stays so, whatever digits follow.
      if overflowed || carried { fits = false }
      number = sum
    }
    return (number, fits)
  }
}
