import ByteText

/// The tags of an If-Match or If-None-Match value; ends at the first thing that is no tag.
struct ReceivedTags: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  init(_ value: ArraySlice<UInt8>) { rest = value }

  mutating func next() -> ReceivedTag? {
    rest = rest.drop { ASCII.isBlank($0) || $0 == ASCII.comma }
    var isWeak = false
    if rest.starts(with: [0x57, ASCII.slash]) {
      isWeak = true
      rest = rest.dropFirst(2)
    }
    guard rest.first == ASCII.quote, let end = rest.dropFirst().firstIndex(of: ASCII.quote) else {
      rest = rest[rest.endIndex...]
      return nil
    }
    let text = rest[rest.startIndex...end]
    rest = rest[(end + 1)...]
    return ReceivedTag(isWeak: isWeak, text: text)
  }
}
