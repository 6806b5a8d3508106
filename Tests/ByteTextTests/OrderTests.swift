import ByteText
import SeededNumbers
import Testing

@Suite struct OrderTests {
  @Test(arguments: [
    ("a2", "a10"), ("a002", "a10"), ("A", "b"), ("a", "B"), ("a", "a1"), ("a1", "aa"),
    ("page 9.tif", "page 10.tif"), ("", "a"), ("1", "01x"),
    ("99999999999999999998", "99999999999999999999"),
    // Equal but for case or leading zeros: told apart by their bytes.
    ("A", "a"), ("01", "1"),
  ])
  func `names stand as people put them`(first: String, second: String) {
    #expect(NaturalOrder.precedes(Array(first.utf8), Array(second.utf8)))
    #expect(!NaturalOrder.precedes(Array(second.utf8), Array(first.utf8)))
  }

  @Test func `it is an order: none precedes itself, one of two comes first, and it carries over`() {
    var random = SplitMix(seed: 4)
    let letters = Array("aA01.9".utf8)
    let names = (0..<60).map { _ in
      (0..<random.int(0...5)).map { _ in letters[random.int(0...(letters.count - 1))] }
    }
    for a in names {
      #expect(!NaturalOrder.precedes(a, a))
      for b in names where a != b {
        #expect(NaturalOrder.precedes(a, b) != NaturalOrder.precedes(b, a))
        for c in names where NaturalOrder.precedes(a, b) && NaturalOrder.precedes(b, c) {
          #expect(NaturalOrder.precedes(a, c))
        }
      }
    }
  }

  @Test(arguments: [
    ("", []), (",, ,", []), ("a", ["a"]), (" a ,\tb,,c ", ["a", "b", "c"]),
    (#""a,b",c"#, [#""a,b""#, "c"]), (#""a\",b",c"#, [#""a\",b""#, "c"]),
    (#"a,"b,c"#, ["a", #""b,c"#]), (#"""#, [#"""#]), (#""\"#, [#""\"#]),
  ])
  func `a list's elements are what stands between commas outside quotes`(
    text: String, expected: [String]
  ) {
    let elements = ListElements(Array(text.utf8)[...]).map { String(decoding: $0, as: UTF8.self) }
    #expect(elements == expected)
  }
}
