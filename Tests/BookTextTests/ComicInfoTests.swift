import BookText
import SeededNumbers
import Testing

@Suite struct ComicInfoTests {
  private static func read(_ text: String) -> ComicInfo { ComicInfo(parsing: Array(text.utf8)) }

  @Test func `what a comic says of itself is taken, whatever case its names have`() {
    let info = Self.read(
      """
      <?xml version="1.0"?><comicInfo><SERIES>Größe</SERIES><Number>3</Number><Title>A &amp; B</Title>
      <Writer>Ann Autor</Writer><Summary>What <b>was</b></Summary><Year>987</Year><Month>5</Month>
      <Day>1</Day><LanguageISO>de</LanguageISO><Manga>YesAndRightToLeft</Manga>
      <Title>another</Title></comicInfo>
      """)
    #expect(info.title == "Größe 3: A & B")
    #expect(info.creator == "Ann Autor")
    #expect(info.date == "0987-05-01")
    #expect(info.language == "de")
    #expect(info.isRightToLeft)
  }

  @Test(arguments: [
    ("<Series>S</Series><Volume>2</Volume>", "S 2"), ("<Title>T</Title><Number>4</Number>", "T"),
    ("<Series>S</Series><Number>1</Number><Volume>2</Volume>", "S 1"), ("<Title> </Title>", nil),
    ("<Title/>", nil), ("", nil),
  ])
  func `a title is made of what is there`(text: String, title: String?) {
    #expect(Self.read("<ComicInfo>\(text)</ComicInfo>").title == title)
  }

  @Test(arguments: [
    ("<Year>2001</Year><Day>3</Day>", "2001"), ("<Year>2001</Year><Month>13</Month>", "2001"),
    ("<Year>2001</Year><Month>12</Month><Day>32</Day>", "2001-12"), ("<Year>0</Year>", nil),
    ("<Year>-5</Year>", nil), ("<Year>20011</Year>", nil), ("<Month>4</Month>", nil),
  ])
  func `a date is as much of it as makes sense`(text: String, date: String?) {
    #expect(Self.read("<ComicInfo>\(text)</ComicInfo>").date == date)
  }

  @Test(arguments: ["Yes", "No", "Unknown", "yesandrighttoleft", ""])
  func `only what says so is read from the right`(manga: String) {
    #expect(!Self.read("<ComicInfo><Manga>\(manga)</Manga></ComicInfo>").isRightToLeft)
  }

  @Test func `bookmarks come in the order of their pages, and senseless ones not at all`() {
    let info = Self.read(
      """
      <ComicInfo><Pages><Page Image="7" Bookmark="Last"/><Page Image="0" Type="FrontCover"/>
      <Page Image="2" Bookmark="First" /><Page Image="-1" Bookmark="x"/><Page Bookmark="x"/>
      <Page Image="100000" Bookmark="x"/><Page Image="3.5" Bookmark="x"/><Page Image="4" Bookmark=""/>
      </Pages></ComicInfo>
      """)
    #expect(info.bookmarks.map(\.page) == [2, 7])
    #expect(info.bookmarks.map(\.title) == ["First", "Last"])
  }

  @Test func `a file that means no good takes no more than it may`() {
    let page = "<Page Image='1' Bookmark='b'/>"
    #expect(Self.read(String(repeating: page, count: 10_500)).bookmarks.count == 10_000)
    let long = String(repeating: "w", count: 100_000)
    #expect((Self.read("<Title>\(long)</Title>").title?.utf8.count ?? 0) <= 5000)
    let bombs = "<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;'>]><Title>&c;</Title>"
    #expect(Self.read(bombs).title?.contains("bb") != true)
    #expect(Self.read(String(repeating: "<Page>", count: 200_000)) == Self.read(""))
  }

  @Test func `no bytes break it`() {
    var numbers = SplitMix(seed: 15)
    let whole = Array(
      "<ComicInfo><Title>A&amp;B</Title><Pages><Page Image='2' Bookmark='x'/></Pages></ComicInfo>"
        .utf8)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(
          in: 0...255, using: &numbers)
      }
      let info = ComicInfo(
        parsing: Array(bytes.prefix(.random(in: 0...bytes.count, using: &numbers))))
      #expect(info.bookmarks.count <= 1)
    }
  }
}
