/// Reads a JSON5 text, as https://spec.json5.org has it: JSON with comments, keys without quotes,
/// either kind of quotes, commas after the last member, and hexadecimal numbers.
package struct JSON5Scanner {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var line = 1

  /// Nobody's settings lie deeper; what recurses is bounded.
  private static let deepest = 16

  package static func value(of text: String) throws(JSON5Problem) -> JSON5Value {
    var scanner = JSON5Scanner(scalars: Array(text.unicodeScalars))
    if scanner.peek == "\u{FEFF}" { scanner.advance() }
    try scanner.skipBlanks()
    let value = try scanner.scanValue(depth: 0)
    try scanner.skipBlanks()
    if let rest = scanner.peek { throw scanner.problem("\(named(rest)) after the end") }
    return value
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  // MARK: values

  private mutating func scanValue(depth: Int) throws(JSON5Problem) -> JSON5Value {
    guard depth < Self.deepest else { throw problem("nested too deeply") }
    switch peek {
    case "{": return try scanObject(depth: depth)
    case "[": return try scanList(depth: depth)
    case "\"", "'": return .text(try scanText())
    case let scalar? where Self.beginsNumber(scalar): return try scanNumber()
    case let scalar? where Self.beginsName(scalar):
      let word = try scanName()
      switch word {
      case "true": return .truth(true)
      case "false": return .truth(false)
      case "null": return .null
      case "Infinity", "NaN": return .number(word)
      default: throw problem("'\(word)' is no value; a text stands in quotes")
      }
    case let scalar?: throw problem("\(Self.named(scalar)) where a value should be")
    case nil: throw problem("the text ends where a value should be")
    }
  }

  private mutating func scanObject(depth: Int) throws(JSON5Problem) -> JSON5Value {
    var members: [JSON5Member] = []
    var lines: [String: Int] = [:]
    advance()
    while true {
      try skipBlanks()
      if peek == "}" { break }
      let keyLine = line
      let key = try scanKey()
      if let earlier = lines.updateValue(keyLine, forKey: key) {
        throw problem("'\(key)' stands in line \(earlier) already")
      }
      try skipBlanks()
      guard peek == ":" else { throw problem("a colon is missing after '\(key)'") }
      advance()
      try skipBlanks()
      let start = line
      let value = try scanValue(depth: depth + 1)
      members.append(JSON5Member(key: key, keyLine: keyLine, value: value, line: start))
      guard try goesOn(until: "}", after: "'\(key)'") else { break }
    }
    advance()
    return .object(members)
  }

  private mutating func scanList(depth: Int) throws(JSON5Problem) -> JSON5Value {
    var elements: [JSON5Element] = []
    advance()
    while true {
      try skipBlanks()
      if peek == "]" { break }
      let start = line
      elements.append(JSON5Element(value: try scanValue(depth: depth + 1), line: start))
      guard try goesOn(until: "]", after: "a member of the list") else { break }
    }
    advance()
    return .list(elements)
  }

  /// Whether a comma says that another member may follow; the closing bracket is left standing.
  private mutating func goesOn(
    until close: Unicode.Scalar, after member: String
  ) throws(JSON5Problem) -> Bool {
    let end = line
    try skipBlanks()
    switch peek {
    case ",":
      advance()
      return true
    case close: return false
    case nil: throw problem("the text ends before its '\(close)'")
    default: throw JSON5Problem(line: end, detail: "a comma is missing after \(member)")
    }
  }

  private mutating func scanKey() throws(JSON5Problem) -> String {
    switch peek {
    case "\"", "'": return try scanText()
    case let scalar? where Self.beginsName(scalar): return try scanName()
    case let scalar?: throw problem("\(Self.named(scalar)) where a key should be")
    case nil: throw problem("the text ends before its '}'")
    }
  }

  private mutating func scanName() throws(JSON5Problem) -> String {
    var name = String.UnicodeScalarView()
    while let scalar = peek, Self.beginsName(scalar) || Self.isDigit(scalar) {
      name.append(scalar)
      advance()
    }
    return String(name)
  }

  private mutating func scanNumber() throws(JSON5Problem) -> JSON5Value {
    var written = String.UnicodeScalarView()
    while let scalar = peek,
      Self.beginsNumber(scalar) || Self.beginsName(scalar)
    {
      written.append(scalar)
      advance()
    }
    let text = String(written)
    let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    let isHexadecimal = unsigned.lowercased().hasPrefix("0x")
    let isNumber =
      if isHexadecimal {
        unsigned.count > 2 && unsigned.dropFirst(2).allSatisfy { $0.isASCII && $0.isHexDigit }
      } else {
        unsigned == "Infinity" || unsigned == "NaN" || Self.isDecimal(unsigned)
      }
    guard isNumber else { throw problem("'\(text.prefix(60))' is no number") }
    return .number(text)
  }

  /// Digits with at most one dot and an exponent; no zero in front of another digit.
  private static func isDecimal(_ text: Substring) -> Bool {
    let parts = text.lowercased().split(
      separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
    let halves = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      halves.contains(where: { !$0.isEmpty }), halves[0] == "0" || !halves[0].hasPrefix("0")
    else { return false }
    guard parts.count == 2 else { return true }
    let exponent = parts[1].drop { $0 == "-" || $0 == "+" }
    return !exponent.isEmpty && parts[1].count - exponent.count <= 1
      && exponent.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  // MARK: texts

  private mutating func scanText() throws(JSON5Problem) -> String {
    let start = line
    let quote = peek
    advance()
    var text = String.UnicodeScalarView()
    while let scalar = peek, scalar != quote {
      if scalar == "\n" || scalar == "\r" { break }
      advance()
      if scalar == "\\" {
        if let meant = try scanEscape() { text.append(meant) }
      } else {
        text.append(scalar)
      }
    }
    guard let quote, peek == quote else {
      throw JSON5Problem(line: start, detail: "a text does not end with its quote")
    }
    advance()
    return String(text)
  }

  /// What follows a backslash; nil for a line that goes on in the next one.
  private mutating func scanEscape() throws(JSON5Problem) -> Unicode.Scalar? {
    guard let scalar = peek else { throw problem("the text ends after a backslash") }
    advance()
    switch scalar {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "v": return "\u{B}"
    case "0":
      if let next = peek, Self.isDigit(next) { throw problem("octal escapes are not JSON5") }
      return "\0"
    case "x": return try scanCode(digits: 2)
    case "u": return try scanUnicode()
    case "\n", "\u{2028}", "\u{2029}": return nil
    case "\r":
      if peek == "\n" { advance() }
      return nil
    case "1"..."9": throw problem("'\\\(scalar)' is no escape")
    default: return scalar
    }
  }

  private mutating func scanUnicode() throws(JSON5Problem) -> Unicode.Scalar {
    let first = try scanNumber(digits: 4)
    guard (0xD800..<0xDC00).contains(first) else { return try scalar(first) }
    guard peek == "\\" else { throw problem("half of a surrogate pair") }
    advance()
    guard peek == "u" else { throw problem("half of a surrogate pair") }
    advance()
    let second = try scanNumber(digits: 4)
    guard (0xDC00..<0xE000).contains(second) else { throw problem("half of a surrogate pair") }
    return try scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func scanCode(digits: Int) throws(JSON5Problem) -> Unicode.Scalar {
    try scalar(try scanNumber(digits: digits))
  }

  private mutating func scanNumber(digits: Int) throws(JSON5Problem) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<digits {
      guard let scalar = peek, scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
        throw problem("an escape needs \(digits) hexadecimal digits")
      }
      number = number << 4 | UInt32(digit)
      advance()
    }
    return number
  }

  private func scalar(_ code: UInt32) throws(JSON5Problem) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(code) else { throw problem("half of a surrogate pair") }
    return scalar
  }

  // MARK: what stands between

  private mutating func skipBlanks() throws(JSON5Problem) {
    while let scalar = peek {
      if scalar == "/" {
        try skipComment()
      } else if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
        advance()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(JSON5Problem) {
    let start = line
    advance()
    switch peek {
    case "/":
      while let scalar = peek, scalar != "\n", scalar != "\r" { advance() }
    case "*":
      advance()
      var previous: Unicode.Scalar?
      while let scalar = peek {
        advance()
        if previous == "*", scalar == "/" { return }
        previous = scalar
      }
      throw JSON5Problem(line: start, detail: "a comment does not end")
    default: throw problem("a slash that begins no comment")
    }
  }

  // MARK: scalars

  private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func advance() {
    // A carriage return with a line feed is one end of a line.
    let scalar = scalars[position]
    position += 1
    if scalar == "\n" || (scalar == "\r" && peek != "\n") { line += 1 }
  }

  private func problem(_ detail: String) -> JSON5Problem {
    JSON5Problem(line: line, detail: detail)
  }

  private static func named(_ scalar: Unicode.Scalar) -> String {
    scalar.properties.isWhitespace || scalar.value < 0x20 ? "a blank" : "'\(scalar)'"
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func beginsNumber(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || scalar == "-" || scalar == "+" || scalar == "."
  }

  private static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic
  }
}
