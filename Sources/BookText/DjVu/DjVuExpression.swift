import ByteText

/// What DjVuLibre's programs say of documents: lists in round brackets, of names, numbers, texts and
/// lists.
package enum DjVuExpression: Equatable, Sendable {
  case list([DjVuExpression])
  /// UTF-8 as a rule.
  case text([UInt8])
  case number(Int)
  case name(String)

  /// Lists that lie in one another, and parts of all expressions: what lies deeper, or comes behind
  /// them, is left out.
  private static let most = (depth: 40, parts: 2_000_000)

  package struct Problem: Error, Equatable {}

  /// Reads expressions, one after the other.
  ///
  /// - Parameter bytes: all of them.
  /// - Returns: them.
  /// - Throws: ``Problem`` for what is none.
  package static func all(in bytes: ArraySlice<UInt8>) throws(Problem) -> [DjVuExpression] {
    var reader = Reader(rest: bytes)
    var found: [DjVuExpression] = []
    while let next = try reader.next(depth: 0) { found.append(next) }
    return found
  }

  /// What a list begins with, and what follows; nil for all else.
  package var named: (name: String, rest: ArraySlice<DjVuExpression>)? {
    guard case .list(let parts) = self, case .name(let name)? = parts.first else { return nil }
    return (name, parts.dropFirst())
  }

  /// What a text says; nil for all else, and for more than fits.
  ///
  /// - Parameter limit: bytes of it.
  /// - Returns: one line without control characters.
  package func line(limit: Int) -> String? {
    guard case .text(let bytes) = self, bytes.count <= limit else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.unicodeScalars.split {
      $0.properties.isWhitespace || $0.properties.generalCategory == .control
        || CleanText.turnsDirection($0)
    }
    let line = words.map { String($0) }.joined(separator: " ")
    // What is no text takes more room as the signs that stand for it.
    return line.isEmpty || line.utf8.count > limit ? nil : line
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>
    var count = 0

    /// - Returns: nil at the end.
    mutating func next(depth: Int) throws(Problem) -> DjVuExpression? {
      while let byte = rest.first, byte <= 0x20 { rest.removeFirst() }
      guard let byte = rest.first, count < most.parts else { return nil }
      count += 1
      switch byte {
      case UInt8(ascii: "("):
        rest.removeFirst()
        guard depth < most.depth else {
          try skipList()
          return .list([])
        }
        var parts: [DjVuExpression] = []
        while !closes() {
          guard let part = try next(depth: depth + 1) else {
            guard count < most.parts else { break }
            throw Problem()
          }
          parts.append(part)
        }
        return .list(parts)
      case UInt8(ascii: "\""): return .text(try text())
      case UInt8(ascii: ")"): throw Problem()
      default: return word()
      }
    }

    /// Passes over the rest of a list.
    private mutating func skipList() throws(Problem) {
      var open = 1
      while open > 0 {
        switch rest.first {
        case nil: throw Problem()
        case UInt8(ascii: "\""):
          _ = try text()
          continue
        case UInt8(ascii: "("): open += 1
        case UInt8(ascii: ")"): open -= 1
        default: break
        }
        rest.removeFirst()
      }
    }

    private mutating func closes() -> Bool {
      while let byte = rest.first, byte <= 0x20 { rest.removeFirst() }
      guard rest.first == UInt8(ascii: ")") else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func word() -> DjVuExpression {
      let end =
        rest.firstIndex { $0 <= 0x20 || [0x22, 0x28, 0x29].contains($0) } ?? rest.endIndex
      let word = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[end...]
      return Int(word).map(DjVuExpression.number) ?? .name(word)
    }

    /// As C writes it: a backslash before what is meant, or three digits to the base of eight.
    private mutating func text() throws(Problem) -> [UInt8] {
      rest.removeFirst()
      var text: [UInt8] = []
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "\""): return text
        case UInt8(ascii: "\\"): try text.append(contentsOf: escaped())
        default: text.append(byte)
        }
      }
      throw Problem()
    }

    private mutating func escaped() throws(Problem) -> [UInt8] {
      guard let byte = rest.popFirst() else { throw Problem() }
      let digits = UInt8(ascii: "0")...UInt8(ascii: "7")
      switch byte {
      case digits:
        var value = Int(byte - digits.lowerBound)
        for _ in 0..<2 {
          guard let digit = rest.first, digits.contains(digit) else { break }
          value = value << 3 | Int(digit - digits.lowerBound)
          rest.removeFirst()
        }
        return [UInt8(truncatingIfNeeded: value)]
      case UInt8(ascii: "n"): return [0x0A]
      case UInt8(ascii: "r"): return [0x0D]
      case UInt8(ascii: "t"): return [0x09]
      case UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "v"): return []
      // The line goes on.
      case 0x0A: return []
      default: return [byte]
      }
    }
  }
}
