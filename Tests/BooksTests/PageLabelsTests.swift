import Books
import Testing

@Suite struct PageLabelsTests {
  @Test func `pages are numbered from one where nobody says otherwise`() {
    #expect((0..<3).map { PageLabels()[$0] } == ["1", "2", "3"])
  }

  @Test func `front matter in numerals, then from one again`() {
    let labels = PageLabels([
      .init(start: 5), .init(start: 1, style: .roman), .init(start: 8, prefix: "A-", first: 12),
    ])
    #expect(
      (0..<10).map { labels[$0] } == ["1", "i", "ii", "iii", "iv", "1", "2", "3", "A-12", "A-13"])
  }

  @Test(arguments: [
    (PageLabels.Style.upperRoman, 1994, "MCMXCIV"), (.roman, 4, "iv"), (.roman, 5000, "5000"),
    (.letters, 26, "z"), (.letters, 27, "aa"), (.upperLetters, 54, "BBB"),
    (.letters, 100_000, "100000"),
  ])
  func `numbers in other words`(style: PageLabels.Style, number: Int, text: String) {
    #expect(PageLabels([.init(start: 0, style: style, first: number)])[0] == text)
  }

  @Test func `a label is never empty, and the last word counts`() {
    let labels = PageLabels([
      .init(start: 0, prefix: "x"), .init(start: 0, style: .none, prefix: "Cover"),
      .init(start: 1, style: .none),
    ])
    #expect(labels[0] == "Cover")
    #expect(labels[1] == "2")
  }
}
