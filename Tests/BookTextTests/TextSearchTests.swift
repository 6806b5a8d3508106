import BookText
import Testing

@Suite struct TextSearchTests {
  private func matches(_ query: String, in text: String) throws -> [String] {
    let page = PageTextTests.page(text)
    let query = try #require(TextQuery(query))
    return FoldedPage(page).hits(of: query).map { page.text(of: $0) }
  }

  @Test(arguments: [
    // Words by their beginnings, whatever their case and marks.
    ("fox", "The Fox and foxes, prefox", ["Fox", "foxes,"]),
    ("Muller", "MÜLLER Müller muller", ["MÜLLER", "Müller", "muller"]),
    ("office", "oﬃce", ["oﬃce"]),
    // Signs before a word are not its beginning.
    ("fox", "(fox) “fox”", ["(fox)", "“fox”"]),
    ("\"fox\"", "fox", ["fox"]),
    // Phrases, over ends of lines too.
    ("\"old lore\"", "old\nlore older lore old times lore", ["old lore"]),
    // All terms must be there, and stand in the order of reading.
    ("b a", "a b a", ["a", "b", "a"]),
    ("b x", "a b a", []),
    // What a line parts is one word, and its second half begins none.
    ("football", "a foot-\nball", ["foot- ball"]),
    ("ball", "a foot-\nball", []),
    // Scripts without blanks: anywhere.
    ("出し", "見出し語", ["出し"]),
    ("見 語", "見出し語", ["見", "語"]),
    ("-", "a - b", ["-"]),
  ])
  func `what is searched for is found`(query: String, text: String, found: [String]) throws {
    #expect(try matches(query, in: text) == found)
  }

  @Test func `a query without anything in it is none, and so is one that is too long`() {
    for text in [
      "", " \n ", "\"\"", String(repeating: "a ", count: 17), String(repeating: "a", count: 1001),
    ] {
      #expect(TextQuery(text) == nil)
    }
  }

  private func book(_ pages: [String]) -> SearchableText {
    SearchableText(pages.map { SearchablePage(PageTextTests.page($0)) }, knownCount: pages.count)
  }

  @Test func `hits come in parts, and know what stands around them`() throws {
    let book = book(["one two three", String(repeating: "two ", count: 250), "and two\nmore"])
    let query = try #require(TextQuery("two"))
    let first = book.find(query)
    #expect((first.total, first.hits.count, first.next) == (252, 100, 100))
    #expect(first.hits[0].before == "one" && first.hits[0].after == "three")
    let last = book.find(query, from: 200)
    #expect((last.total, last.hits.count, last.next) == (252, 52, nil))
    #expect(last.hits.last?.place == 2)
    #expect(book.find(query, from: 252).hits.isEmpty)
  }

  @Test func `a hit over two lines has two boxes`() throws {
    let query = try #require(TextQuery("\"football game\""))
    let found = book(["a foot-\nball game"]).find(query)
    #expect(found.hits.map(\.boxes.count) == [2])
  }

  @Test func `words are told by their beginnings, the most frequent first`() {
    let book = book(["Bird, bird. birds (bird) bid", "BIRDS"])
    #expect(book.terms(beginningWith: "bir").map(\.text) == ["bird", "birds"])
    #expect(book.terms(beginningWith: "the BIR").map(\.count) == [3, 2])
    #expect(book.terms(beginningWith: "").isEmpty)
  }

  @Test func `text that must not be handed out is found all the same`() throws {
    let page = SearchablePage(PageTextTests.page("one two three"))
    let book = SearchableText([page, nil], knownCount: 1, isHandedOut: false)
    let query = try #require(TextQuery("two"))
    let hit = try #require(book.find(query).hits.first)
    #expect((hit.before, hit.match, hit.after) == ("", "two", ""))
    #expect(book.complete == 0.5)
  }
}
