import BookText
import SeededNumbers
import Testing

@Suite struct PageTextTests {
  /// A page of lines, a word a box of a hundredth of the page.
  static func page(_ text: String, marksHyphens: Bool = false) -> PageText {
    var words = WordCollector(marksHyphens: marksHyphens)
    var place: UInt16 = 0
    for character in text.unicodeScalars {
      place += 10
      words.append(
        character, at: TextBox(left: place, top: 100, right: place + 10, bottom: 120))
    }
    return words.finished()
  }

  @Test func `words end at white space, and lines where they are told to`() {
    let page = Self.page("The quick  fox\nof old\u{3000}lore\r\n")
    #expect(page.lines.map { page.text(of: $0) } == ["The quick fox", "of old lore"])
    #expect(page.words.count == 6)
    #expect(page.words.map(\.startsLine) == [true, false, false, true, false, false])
    #expect(page.words[0].box == TextBox(left: 10, top: 100, right: 40, bottom: 120))
    #expect(page.box(of: 0..<2) == TextBox(left: 10, top: 100, right: 100, bottom: 120))
  }

  @Test func `each character of scripts without blanks is a word`() {
    let page = Self.page("見出し abc語")
    #expect(
      page.words.map { page.text(of: index(of: $0, in: page)) } == ["見", "出", "し", "abc", "語"])
    #expect(page.text(of: 0..<5) == "見出し abc語")
  }

  private func index(of word: PageText.Word, in page: PageText) -> Range<Int> {
    let index = page.words.firstIndex(of: word) ?? 0
    return index..<index + 1
  }

  @Test func `a word that is parted at the end of a line knows it`() {
    #expect(Self.page("foot-\nball").words.map(\.isParted) == [true, false])
    #expect(Self.page("foot\u{AD}\nball").words.map(\.isParted) == [true, false])
    for mark in ["\u{2}", "\u{FFFE}"] {
      let marked = Self.page("foot\(mark)ball", marksHyphens: true)
      #expect(marked.words.map(\.isParted) == [true, false])
      #expect(marked.lines.count == 2)
      // Of all but PDFium it is no sign of anything.
      let page = Self.page("foot\(mark)ball")
      #expect(page.lines.map { page.text(of: $0) } == ["football"])
    }
    #expect(Self.page("foot\u{AD}ball").words.count == 1)
    #expect(Self.page("a foot-ball - \n").words.map(\.isParted) == [false, false, false])
  }

  @Test func `what is written is read`() throws {
    for text in ["", "a", "One two\nthree-\nfour ﬁve 語句 𝔘"] {
      let page = Self.page(text)
      #expect(PageText(parsing: page.record[...]) == page)
    }
  }

  @Test func `a record that is changed anywhere is read as a page or not at all`() throws {
    let record = Self.page("One two\nthree-\nfour 語句").record
    var numbers = SplitMix(seed: 7)
    for _ in 0..<20_000 {
      var other = record
      for _ in 0...Int(numbers.next() % 3) {
        other[Int(numbers.next() % UInt64(other.count))] = UInt8(truncatingIfNeeded: numbers.next())
      }
      if numbers.next() % 4 == 0 { other.removeLast(Int(numbers.next() % UInt64(other.count))) }
      guard let page = PageText(parsing: other[...]) else { continue }
      #expect(page.record == other)
      _ = SearchablePage(page)
    }
  }

  @Test func `nothing is longer than it may be`() {
    var page = PageText()
    page.append(Array(String(repeating: "語", count: 1000).utf8), in: .nowhere)
    #expect(page.text(of: 0..<1) == String(repeating: "語", count: 333))
    page.append([], in: .nowhere)
    #expect(page.words.count == 1)
    for _ in 0..<PageText.mostWords { page.append([0x61], in: .nowhere) }
    #expect(page.words.count == PageText.mostWords)
    #expect(PageText(parsing: page.record[...]) == page)
  }
}
