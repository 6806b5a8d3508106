extension [UInt8] {
  /// Appends an ASCII literal.
  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    unsafe append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends borrowed bytes.
  @inlinable @inline(__always)
  package mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Appends a number in decimal digits.
  @inlinable
  package mutating func append(decimal number: Int64) {
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var rest = number.magnitude
    var start = digits.count
    repeat {
      start -= 1
      digits[start] = ASCII.zero + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    if number < 0 { append(ASCII.minus) }
    append(digits.span.extracting(start..<digits.count))
  }

  /// Appends a number of two digits, with its leading zero.
  @inlinable
  package mutating func append(twoDigits number: Int) {
    append(ASCII.zero + UInt8(truncatingIfNeeded: number / 10 % 10))
    append(ASCII.zero + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends a number in at least `digits` small hexadecimal digits.
  @inlinable
  package mutating func append(hexadecimal number: UInt64, digits: Int = 1) {
    var shift = 60
    while shift > 0, shift >= digits * 4, number >> UInt64(shift) == 0 { shift -= 4 }
    while shift >= 0 {
      let nibble = UInt8(truncatingIfNeeded: (number >> UInt64(shift)) & 15)
      append(nibble < 10 ? ASCII.zero + nibble : 0x57 + nibble)
      shift -= 4
    }
  }
}
