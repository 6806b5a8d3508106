import ByteText
import Foundation
import Testing

/// Foundation reads JSON5 as well: what one takes the other takes, with the same meaning.
@Suite struct JSON5ScannerTests {
  @Test(
    arguments: [
      "{}", "[]", "{a:1}", "{'a':\"1\"}", "{\"a\": [1, 2, 3,],}", "// x\n{}", "/* x */ {} // y",
      "'it\\'s'", "'\\u00e9\\ud83d\\ude00'", "'\"'", "{$a_1: true, b: false, c: null}",
      "[0x1F, -0x1, +1, .5, 5., 1e3, 1.5e-3, Infinity, -Infinity]", "{été: 1}", "\u{FEFF}{}",
      "[[[[1]]]]", "{a: {b: {c: [{}]}}}", "\r\n{\r\n}\r\n",
    ])
  func `takes what Foundation takes, and means the same`(text: String) throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    let theirs = try decoder.decode(Tree.self, from: Data(text.utf8))
    #expect(Tree(try JSON5Scanner.value(of: text)) == theirs)
  }

  @Test(
    arguments: [
      ("", 1), ("{", 1), ("{a}", 1), ("{a:}", 1), ("{a:1 b:2}", 1), ("{a:1\nb:2}", 1), ("[1 2]", 1),
      ("{\n'a: 1\n}", 2), ("{a: 'x\n'}", 1), ("{} {}", 1), ("{a: 01}", 1), ("{a: 1e}", 1),
      ("{a: 0x}", 1), ("{a: 1..2}", 1), ("{a: --1}", 1), ("{a: '\\u12'}", 1),
      ("{a: '\\ud800'}", 1), ("{a: '\\1'}", 1), ("/* x\n\n", 1), ("{/ x\n}", 1), ("{a: yes}", 1),
      ("{,}", 1), ("[,]", 1), ("{\r\na\r\n:1,\r\n:2}", 4), ("{a: .}", 1), ("{a: undefined}", 1),
    ])
  func `refuses the rest, naming the line`(text: String, line: Int) {
    do {
      _ = try JSON5Scanner.value(of: text)
      Issue.record("taken: \(text.prefix(40))")
    } catch {
      #expect(error.line == line, "\(text.prefix(40)): \(error.detail)")
    }
  }

  @Test func `nothing lies so deep that the stack would end`() {
    #expect(throws: JSON5Problem(line: 1, detail: "nested too deeply")) {
      try JSON5Scanner.value(of: String(repeating: "[", count: 100_000))
    }
  }

  /// As the specification has them; Foundation refuses the first two and misreads the third.
  @Test func `escapes mean what the specification says`() throws {
    #expect(try JSON5Scanner.value(of: "'\\0'") == .text("\0"))
    #expect(try JSON5Scanner.value(of: "'\\x41\\v'") == .text("A\u{B}"))
    #expect(try JSON5Scanner.value(of: "'a\\\r\nb'") == .text("ab"))
  }

  @Test func `knows the line of every key and value`() throws {
    guard case .object(let members) = try JSON5Scanner.value(of: "{\n a:\n\n 1, /*\n*/ b: [\n2]}")
    else {
      Issue.record("not an object")
      return
    }
    #expect(members.map(\.keyLine) == [2, 5])
    #expect(members.map(\.line) == [4, 5])
  }
}

/// What a text means, without how it was written.
private indirect enum Tree: Equatable, Decodable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([Tree])
  case object([String: Tree])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let truth = try? container.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([Tree].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: Tree].self))
    }
  }

  init(_ value: JSON5Value) {
    self =
      switch value {
      case .null: .null
      case .truth(let truth): .truth(truth)
      case .text(let text): .text(text)
      case .number(let text):
        .number(
          JSON5Value.integer(text).map(Double.init)
            ?? Double(text.replacing("Infinity", with: "inf")) ?? .nan)
      case .list(let elements): .list(elements.map { Tree($0.value) })
      case .object(let members):
        .object(Dictionary(uniqueKeysWithValues: members.map { ($0.key, Tree($0.value)) }))
      }
  }
}
