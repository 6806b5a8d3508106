import ByteText

/// A tag as a request gives it.
struct ReceivedTag {
  let isWeak: Bool
  /// With its quotes.
  let text: ArraySlice<UInt8>

  /// Strong comparison (RFC 9110 8.8.3.2): same text, and neither is weak.
  func isStrongly(_ tag: EntityTag) -> Bool { !isWeak && !tag.isWeak && tag.hasText(text) }

  /// Weak comparison: same text.
  func isWeakly(_ tag: EntityTag) -> Bool { tag.hasText(text) }
}
