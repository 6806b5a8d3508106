import ByteText

/// The raw segments of a path between its slashes, the empty ones too.
package struct PathSegments: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>?

  /// - Parameter path: begins with a slash, as request paths do.
  package init(_ path: ArraySlice<UInt8>) {
    rest = path.first == ASCII.slash ? path.dropFirst() : path
  }

  package mutating func next() -> ArraySlice<UInt8>? {
    guard let text = rest else { return nil }
    guard let slash = text.firstIndex(of: ASCII.slash) else {
      rest = nil
      return text
    }
    rest = text[(slash + 1)...]
    return text[..<slash]
  }
}
