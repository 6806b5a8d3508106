import BookText
import SeededNumbers
import Testing

@Suite struct EPUBPackageTests {
  private static func read(_ text: String, at path: String = "OEBPS/book.opf") -> EPUBPackage {
    EPUBPackage(parsing: Array(text.utf8), at: Array(path.utf8))
  }

  private static func words(_ paths: [[UInt8]]) -> [String] {
    paths.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func package(_ items: String, spine: String, more: String = "") -> EPUBPackage {
    read(
      "<package><metadata>\(more)</metadata><manifest>\(items)</manifest>\(spine)</package>")
  }

  @Test(arguments: [
    (
      "<container><rootfiles><rootfile full-path='OEBPS/book.opf'/></rootfiles></container>",
      "OEBPS/book.opf"
    ),
    ("<rootfile full-path='a%20b.opf'/><rootfile full-path='c.opf'/>", "a b.opf"),
    ("<rootfile full-path='../b.opf'/>", nil), ("<rootfile full-path='/b.opf'/>", nil),
    ("<rootfile full-path='http://a/b.opf'/>", nil), ("<rootfile/>", nil), ("", nil),
  ])
  func `its container says where the package lies`(text: String, path: String?) {
    #expect(EPUBPackage.path(in: Array(text.utf8)) == path.map { Array($0.utf8) })
  }

  @Test func `parts come in the order of the spine, each where it lies`() {
    let package = Self.package(
      """
      <item id="a" href="text/1.xhtml"/><item id="b" href="text/2%20b.xhtml#here"/>
      <item id="c" href="../cover.xhtml"/><item id="away" href="https://example.org/1.xhtml"/>
      <item id="n" href="./nav.xhtml" properties="scripted nav"/>
      """,
      spine: """
        <spine page-progression-direction="rtl"><itemref idref="c"/><itemref idref="b"/>
        <itemref idref="gone"/><itemref idref="away"/><itemref/><itemref idref="a"/></spine>
        """)
    #expect(
      Self.words(package.parts) == ["cover.xhtml", "OEBPS/text/2 b.xhtml", "OEBPS/text/1.xhtml"])
    #expect(package.contents.map { Self.words([$0]) } == ["OEBPS/nav.xhtml"])
    #expect(package.isRightToLeft)
  }

  @Test func `what it says of itself is the first of each`() {
    let package = Self.package(
      "", spine: "<spine page-progression-direction='ltr'/>",
      more: """
        <dc:title>Das &quot;Buch&quot;</dc:title><dc:title>b</dc:title><dc:creator>Ann</dc:creator>
        <dc:language>de</dc:language><dc:date>1999-02-03T04:05:06Z</dc:date><dc:description>D</dc:description>
        """)
    #expect(package.title == "Das \"Buch\"")
    #expect(package.creator == "Ann")
    #expect(package.language == "de")
    #expect(package.date?.hasPrefix("1999-02-03") == true)
    #expect(package.description == "D")
    #expect(!package.isRightToLeft)
  }

  @Test func `a package that means no good has no more parts than it may`() {
    let refs = String(repeating: "<itemref idref='a'/>", count: 12_000)
    let many = Self.package("<item id='a' href='1.xhtml'/>", spine: "<spine>\(refs)</spine>")
    #expect(many.parts.count <= 10_001)
    let items = (0..<21_000).map { "<item id='\($0)' href='\($0).xhtml'/>" }.joined()
    let last = Self.package(
      items, spine: "<spine><itemref idref='1'/><itemref idref='20999'/></spine>")
    #expect(Self.words(last.parts) == ["OEBPS/1.xhtml"])
    let long = String(repeating: "a", count: 5000)
    #expect(
      Self.package("<item id='a' href='\(long)'/>", spine: "<spine><itemref idref='a'/></spine>")
        .parts.isEmpty)
    #expect(Self.read("no markup at all").parts.isEmpty)
  }

  @Test func `a part's pictures are found each once, and two are enough to know`() {
    func pictures(_ text: String) -> [String] {
      Self.words(EPUBPart.pictures(in: Array(text.utf8), at: Array("OEBPS/text/1.xhtml".utf8)))
    }
    #expect(
      pictures("<img src='../images/1.jpg'/><p>x</p><IMG SRC='../images/1.jpg'>") == [
        "OEBPS/images/1.jpg"
      ])
    #expect(
      pictures("<svg><image xlink:href='a.png'/><image href='b.png'/></svg><img src='c.png'/>") == [
        "OEBPS/text/a.png", "OEBPS/text/b.png",
      ])
    #expect(pictures("<img src='../../../etc/passwd'/><img src='//a/b.png'/><img/>") == [])
    #expect(pictures("<img src='data:image/png;base64,AAAA'/>") == [])
  }

  @Test func `a table of contents is its first list`() {
    let links = EPUBPart.contents(
      in: Array(
        """
        <nav><ol><li><a href="text/1.xhtml#top">First <b>part</b></a></li><li><a>nowhere</a></li>
        <li><a href="../../away.xhtml">away</a></li><li><a href="text/2.xhtml"> </a></li>
        <li><a href="text/3.xhtml">Third</a></li></ol></nav><nav><a href="text/4.xhtml">Pages</a></nav>
        """.utf8), at: Array("OEBPS/nav.xhtml".utf8))
    #expect(links.map(\.title) == ["First part", "Third"])
    #expect(Self.words(links.map(\.path)) == ["OEBPS/text/1.xhtml", "OEBPS/text/3.xhtml"])
  }

  @Test func `no bytes break it`() {
    var numbers = SplitMix(seed: 16)
    let whole = Array(
      "<package><item id='a' href='../1.xhtml'/><spine><itemref idref='a'/></spine></package>".utf8)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(
          in: 0...255, using: &numbers)
      }
      let part = Array(bytes.prefix(.random(in: 0...bytes.count, using: &numbers)))
      #expect(EPUBPackage(parsing: part, at: Array("a/b.opf".utf8)).parts.count <= 1)
      #expect(EPUBPart.pictures(in: part, at: []).count <= 2)
    }
  }
}
