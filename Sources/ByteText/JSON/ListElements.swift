/// The elements of a comma-separated field value, without blanks; empty ones are passed over.
///
/// Commas inside quoted strings do not separate.
@usableFromInline
package struct ListElements: Sequence, IteratorProtocol {
  @usableFromInline var rest: ArraySlice<UInt8>

  @inlinable
  package init(_ value: ArraySlice<UInt8>) { rest = value }

  @inlinable
  package mutating func next() -> ArraySlice<UInt8>? {
    while !rest.isEmpty {
      let end = Self.endOfElement(rest, separator: ASCII.comma)
      let element = rest[rest.startIndex..<end].trimmed()
      rest = end < rest.endIndex ? rest[(end + 1)...] : rest[end...]
      if !element.isEmpty { return element }
    }
    return nil
  }

  /// Where the first separator outside quotes stands, or the end.
  @inlinable
  package static func endOfElement(_ text: ArraySlice<UInt8>, separator: UInt8) -> Int {
    var index = text.startIndex
    var isQuoted = false
    while index < text.endIndex {
      let byte = text[index]
      if byte == ASCII.quote {
        isQuoted.toggle()
      } else if byte == ASCII.backslash, isQuoted {
        index += 1
      } else if byte == separator, !isQuoted {
        return index
      }
      index += 1
    }
    return text.endIndex
  }
}
