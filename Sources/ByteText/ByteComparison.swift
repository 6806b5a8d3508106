extension Span<UInt8> {
  /// Whether the bytes are exactly those of an ASCII literal.
  @inlinable @inline(__always)
  package func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && starts(with: text)
  }

  /// Whether the bytes are those of a literal in small letters, in any case.
  @inlinable @inline(__always)
  package func equalsIgnoringCase(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in 0..<count
    where unsafe ASCII.lowercased(self[index]) != text.utf8Start[index] {
      return false
    }
    return true
  }

  /// Whether a literal stands at a place; false where too few bytes follow it.
  @inlinable @inline(__always)
  package func starts(with text: StaticString, at start: Int = 0) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count >= length, start <= count - length else { return false }
    for offset in 0..<length where unsafe self[start + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Whether a literal stands anywhere.
  package func contains(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count >= length else { return false }
    for start in 0...(count - length) where starts(with: text, at: start) { return true }
    return false
  }

  /// Whether other bytes stand anywhere, small and capital letters alike.
  package func containsIgnoringCase(_ part: Span<UInt8>) -> Bool {
    guard count >= part.count else { return false }
    for start in 0...(count - part.count) where equalsIgnoringCase(part, at: start) { return true }
    return false
  }

  private func equalsIgnoringCase(_ part: Span<UInt8>, at start: Int) -> Bool {
    for offset in part.indices
    where ASCII.lowercased(self[start + offset]) != ASCII.lowercased(part[offset]) {
      return false
    }
    return true
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are exactly those of an ASCII literal.
  @inlinable
  package func equals(_ text: StaticString) -> Bool { span.equals(text) }

  /// Whether the bytes are those of a literal in small letters, in any case.
  @inlinable
  package func equalsIgnoringCase(_ text: StaticString) -> Bool { span.equalsIgnoringCase(text) }

  /// Whether a literal stands anywhere.
  package func contains(_ text: StaticString) -> Bool { span.contains(text) }

  /// What stands before an ending; nil without that ending.
  @inlinable
  package func without(suffix: StaticString) -> ArraySlice<UInt8>? {
    let length = suffix.utf8CodeUnitCount
    guard count >= length, span.starts(with: suffix, at: count - length) else { return nil }
    return self[..<(endIndex - length)]
  }

  /// The bytes without the spaces and tabs round them.
  @inlinable
  package func trimmed() -> ArraySlice<UInt8> {
    var slice = self
    while let first = slice.first, ASCII.isBlank(first) { slice.removeFirst() }
    while let last = slice.last, ASCII.isBlank(last) { slice.removeLast() }
    return slice
  }
}

extension Collection<UInt8> {
  /// Whether a file or folder of this name is one that listings pass over and nobody is served.
  @inlinable
  package var isHiddenName: Bool { first == ASCII.dot }
}
