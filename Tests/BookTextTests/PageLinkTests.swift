import BookText
import SeededNumbers
import Testing

/// Where pages lead is kept as it was told, and nothing is believed that leads elsewhere.
@Suite struct PageLinkTests {
  private static let box = TextBox(left: 10, top: 20, right: 30, bottom: 65_535)

  private static func link(_ address: String) -> PageLink? {
    LinkAddress(address.utf8).map { PageLink(box, to: .address($0)) }
  }

  @Test(arguments: [
    ("http://a.org", "http://a.org"), (" HTTPS://a.org/b?c=d&e#f ", "HTTPS://a.org/b?c=d&e#f"),
    ("mailto:a@b.org", "mailto:a@b.org"), ("www.a.org", "http://www.a.org"),
    ("https://a.org/ü \"<%20>", "https://a.org/%C3%BC%20%22%3C%20%3E"),
  ])
  func `addresses of the web and of mailboxes are taken`(written: String, address: String) {
    #expect(LinkAddress(written.utf8)?.text == address)
  }

  @Test(arguments: [
    "", "a.org", "javascript:alert(1)", "java\tscript:alert(1)", "file:///etc/passwd",
    "ftp://a.org",
    "data:text/html,a", "http:", "http://", "mailto:", "//a.org", "http://a.org/\u{0}",
    "http://a.org/\n", " javascript:http://a.org",
    "http://a.org/" + String(repeating: "a", count: 2000),
    "http://a.org/" + String(repeating: "ü", count: 400),
  ])
  func `nothing else is`(written: String) {
    #expect(LinkAddress(written.utf8) == nil)
  }

  @Test func `links are read as they were written`() throws {
    let links = [
      PageLink(Self.box, to: .page(7)), try #require(Self.link("http://a.org")),
      PageLink(.nowhere, to: .page(1)),
    ]
    let record = PageLink.record(of: links)
    #expect(PageLink.links(parsing: record[...], pages: 7) == links)
    #expect(PageLink.links(parsing: [], pages: 7) == [])
    // To a page that is not there.
    #expect(PageLink.links(parsing: record[...], pages: 6) == nil)
    #expect(PageLink.links(parsing: record.dropLast(), pages: 7) == nil)
    let many = Array(repeating: links[0], count: PageLink.mostOnPage)
    #expect(PageLink.links(parsing: PageLink.record(of: many)[...], pages: 7)?.count == many.count)
    #expect(PageLink.links(parsing: PageLink.record(of: many + many)[...], pages: 7) == nil)
  }

  @Test func `what is written of another place is refused`() throws {
    let link = try #require(Self.link("http://a.org"))
    var record = PageLink.record(of: [link])
    record.replaceSubrange(14..<18, with: Array("file".utf8))
    #expect(PageLink.links(parsing: record[...], pages: 1) == nil)
    var numbers = SplitMix(seed: 5)
    let whole = PageLink.record(of: [link, PageLink(Self.box, to: .page(1)), link])
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0...Int(numbers.next() % 3) {
        bytes[Int(numbers.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: numbers.next())
      }
      bytes.removeLast(Int(numbers.next() % 8))
      for link in PageLink.links(parsing: bytes[...], pages: 3) ?? [] {
        switch link.target {
        case .page(let page): #expect((1...3).contains(page))
        case .address(let address): #expect(LinkAddress(address.text.utf8) == address)
        }
      }
    }
  }

  private static func addresses(_ lines: [String]) -> [String] {
    var collector = WordCollector(marksHyphens: true)
    for line in lines {
      for character in line.unicodeScalars { collector.append(character, at: box) }
      collector.append("\n", at: nil)
    }
    return collector.finished().addresses.map { link in
      if case .address(let address) = link.target { address.text } else { "" }
    }
  }

  @Test func `printed addresses are found, without what stands around them`() {
    #expect(
      Self.addresses(["See (https://a.org/b_(c)), www.b.org. or <me.too@b.c.org>!", "http://c.org"])
        == ["https://a.org/b_(c)", "http://www.b.org", "mailto:me.too@b.c.org", "http://c.org"])
    #expect(
      Self.addresses(["a@b", "@b.org", "a@b@c.org", "a.org", "http://localhost", "javascript:a.b"])
        == [])
    // What goes on in the next line is not all there.
    #expect(Self.addresses(["http://a.org/some-\u{FFFE}thing"]) == [])
  }
}
