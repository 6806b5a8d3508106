extension Span<UInt8> {
  /// Whether the bytes are exactly those of an ASCII literal.
  @inline(__always)
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in 0..<count where unsafe self[index] != text.utf8Start[index] { return false }
    return true
  }

  /// Whether the bytes are those of a literal in small letters, in any case.
  @inline(__always)
  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in 0..<count
    where unsafe ASCII.lowercased(self[index]) != text.utf8Start[index] {
      return false
    }
    return true
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are exactly those of an ASCII literal.
  package func equals(_ text: StaticString) -> Bool { span.equals(text) }

  /// Whether the bytes are those of a literal in small letters, in any case.
  package func equalsIgnoringCase(_ text: StaticString) -> Bool { span.equalsIgnoringCase(text) }

  /// The bytes without the spaces and tabs round them.
  package func trimmed() -> ArraySlice<UInt8> {
    var slice = self
    while let first = slice.first, ASCII.isBlank(first) { slice.removeFirst() }
    while let last = slice.last, ASCII.isBlank(last) { slice.removeLast() }
    return slice
  }
}
