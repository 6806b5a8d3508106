import ByteText

extension PageText {
  /// Brackets and quotes that may stand before an address, and what may follow one that ends a clause.
  private static let before = Set("([<{\"'".utf8)
  private static let behind = Set(".,;:!?)]>}\"'".utf8)
  private static let (opening, closing) = (UInt8(ascii: "("), UInt8(ascii: ")"))
  /// Of what addresses of mailboxes may have beside letters and digits.
  private static let mailMarks = Set("@.-_+".utf8)

  /// Where addresses are printed that nobody has made links of.
  package var addresses: [PageLink] {
    var links: [PageLink] = []
    for line in lines {
      var start = line.lowerBound
      while start < line.upperBound, links.count < PageLink.mostOnPage {
        // What no blank parts is one address, whatever words it is made of.
        let end =
          words[start..<line.upperBound].dropFirst().firstIndex { !$0.isJoined } ?? line.upperBound
        // One that goes on in the next line is not all there.
        if !words[end - 1].isParted, let address = Self.address(bytes(of: start..<end)),
          let box = box(of: start..<end)
        {
          links.append(PageLink(box, to: .address(address)))
        }
        start = end
      }
    }
    return links
  }

  private func bytes(of range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[words[range.lowerBound].place.lowerBound..<words[range.upperBound - 1].place.upperBound]
  }

  private static func address(_ written: ArraySlice<UInt8>) -> LinkAddress? {
    var text = written.drop(while: before.contains)
    while let last = text.last, behind.contains(last) {
      // A bracket that was opened within belongs to it.
      let opened = text.count(where: { $0 == opening })
      if last == closing, text.count(where: { $0 == closing }) <= opened { break }
      text.removeLast()
    }
    if let at = text.firstIndex(of: UInt8(ascii: "@")),
      text.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || mailMarks.contains($0) })
    {
      let host = text[(at + 1)...]
      guard at > text.startIndex, host.contains(ASCII.dot), !host.contains(text[at]) else {
        return nil
      }
      return LinkAddress(Array("mailto:".utf8) + text)
    }
    guard text.contains(ASCII.dot) else { return nil }
    return LinkAddress(text)
  }
}
