import Foundation
import Testing

@testable import CommandLineInterface

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("a\u{7F}b", #"a\x7fb"#), ("\u{1B}[31m", #"\x1b[31m"#), ("\u{9B}31m", #"\x9b31m"#),
    ("é\n\tü", "é\n\tü"), ("a\u{202E}gpj.exe", #"a\u{202e}gpj.exe"#),
    ("\u{2066}a\u{2069}\u{202A}", #"\u{2066}a\u{2069}\u{202a}"#),
    ("שלום", "שלום"),
  ])
  func `a terminal gets no orders`(text: String, expected: String) {
    #expect(TerminalText.harmless(text) == expected)
  }

  @Test func `in one line, line feeds and tabs are orders too`() {
    #expect(TerminalText.harmless("a\n\tb", inOneLine: true) == #"a\x0a\x09b"#)
  }

  @Test func `JSON stays JSON and says the same`() throws {
    let name = "a\u{7F}b\u{80}c\u{9F}é\u{202E}d\u{2069}"
    let shown = TerminalText.harmless(json: "{\n  \"name\" : \"\(name)\"\n}\n")
    #expect(
      shown.unicodeScalars.allSatisfy {
        !(0x7F..<0xA0).contains($0.value) && !(0x2020..<0x2070).contains($0.value)
      })
    let read = try JSONDecoder().decode([String: String].self, from: Data(shown.utf8))
    #expect(read == ["name": name])
  }

  @Test(
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("漢字漢", 6, "漢字漢"), ("漢字漢", 5, "漢…"),
      ("漢字漢", 4, "漢…"), ("", 0, ""), ("a", 0, "…"),
    ])
  func `a line is as wide as it is shown`(line: String, columns: Int, shown: String) {
    #expect(TerminalText.fitted(line, columns: columns) == shown)
  }
}
