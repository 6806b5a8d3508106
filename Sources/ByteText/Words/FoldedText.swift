extension [UInt8] {
  /// Text as searches compare it: in small letters, and without the marks that letters have, however
  /// these were written; `MÜLLER`, `Müller` and `muller` are the same.
  ///
  /// Folded are Latin, Greek and Cyrillic letters, ligatures and wide forms; all else stays, what is no UTF-8 included.
  ///
  /// - Parameter text: of a name or a search.
  package init(folding text: some Collection<UInt8>) {
    self = []
    reserveCapacity(text.count)
    var rest = text[...]
    while let first = rest.first {
      guard let (code, length) = Self.character(rest, first) else {
        append(ASCII.lowercased(first))
        rest = rest.dropFirst()
        continue
      }
      appendFolded(code)
      rest = rest.dropFirst(length)
    }
  }

  /// A character of two or three bytes, which all are that are folded.
  private static func character(
    _ text: some Collection<UInt8>, _ first: UInt8
  ) -> (code: UInt32, length: Int)? {
    let length: Int
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    default: return nil
    }
    let tail = text.dropFirst().prefix(length - 1)
    guard tail.count == length - 1, tail.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return nil }
    let head = UInt32(first) & (length == 2 ? 0x1F : 0x0F)
    return (tail.reduce(head) { $0 << 6 | UInt32($1 & 0x3F) }, length)
  }

  private static let ligatures: [StaticString] = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]

  private mutating func appendFolded(_ code: UInt32) {
    switch FoldingTable.folded(code) ?? code {
    // Marks that stand on the letter before.
    case 0x0300...0x036F: break
    // The sign of a millionth, which is a Greek letter in capitals.
    case 0xB5: appendFolded(0x3BC)
    // Both sizes of the sharp s, which are written so in capitals.
    case 0xDF: append("ss")
    // What printers cast in one piece, and capitals and digits as wide as a Han character.
    case 0xFB00...0xFB06: append(Self.ligatures[Int(code - 0xFB00)])
    case 0xFF01...0xFF5E: append(ASCII.lowercased(UInt8(code - 0xFF01 + 0x21)))
    case let folded where folded < 0x80: append(UInt8(folded))
    case let folded where folded < 0x800:
      append(0xC0 | UInt8(folded >> 6))
      append(0x80 | UInt8(folded & 0x3F))
    case let folded:
      append(0xE0 | UInt8(folded >> 12))
      append(0x80 | UInt8(folded >> 6 & 0x3F))
      append(0x80 | UInt8(folded & 0x3F))
    }
  }
}
