/// Whether text begins as an SVG file does: its first element is `svg`.
///
/// What may stand before it is skipped: a byte order mark, the XML declaration, instructions,
/// comments and the document type. HTML may hold drawings, and is none.
struct SVGOpening {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func isSVG() -> Bool {
    skip([0xEF, 0xBB, 0xBF])
    while true {
      rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
      if skip(Array("<?".utf8)) {
        guard skipPast(Array("?>".utf8)) else { return false }
      } else if skip(Array("<!--".utf8)) {
        guard skipPast(Array("-->".utf8)) else { return false }
      } else if skip(Array("<!".utf8)) {
        guard skipDeclaration() else { return false }
      } else {
        return skip(Array("<".utf8)) && isNamedSVG()
      }
    }
  }

  /// The element's name, whatever name space it is said to be from.
  private func isNamedSVG() -> Bool {
    let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    return String(decoding: name, as: UTF8.self).split(separator: ":").last == "svg"
  }

  @discardableResult
  private mutating func skip(_ word: [UInt8]) -> Bool {
    guard rest.starts(with: word) else { return false }
    rest = rest.dropFirst(word.count)
    return true
  }

  private mutating func skipPast(_ word: [UInt8]) -> Bool {
    while !rest.isEmpty {
      if skip(word) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// A document type, with the declarations in brackets that it may have of its own.
  private mutating func skipDeclaration() -> Bool {
    var depth = 0
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return true
      default: break
      }
    }
    return false
  }
}
