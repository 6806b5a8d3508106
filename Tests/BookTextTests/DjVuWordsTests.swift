import SeededNumbers
import Testing

@testable import BookText

/// What `djvused` prints of documents, as words, outlines and links.
@Suite struct DjVuWordsTests {
  static let frame = DjVuFrame(width: 200, height: 400, quarterTurns: 0)
  static let names = DjVuNames(
    listed: Array(
      """
         1 P      494  p1.djvu T=i
              I       50  shared.iff
         2 P      318  my page.djvu F=x T=Plate \u{1}2
         3 P      335  p3.djvu

      """.utf8)[...], pageCount: 3)

  private func read(_ text: String) throws -> DjVuExpression {
    try #require(try DjVuExpression.all(in: Array(text.utf8)[...]).first)
  }

  @Test func `expressions are lists of names, numbers and texts`() throws {
    let found = try read(#"(a -12 "W\303\266r\"t\\" () (b"x"))"#)
    #expect(
      found
        == .list([
          .name("a"), .number(-12), .text(Array("Wör\"t\\".utf8)), .list([]),
          .list([.name("b"), .text([0x78])]),
        ]))
    for text in ["(", ")", "(a", "\"a", "\"a\\", "((a)", String(repeating: "(", count: 100)] {
      #expect(throws: DjVuExpression.Problem.self) {
        try DjVuExpression.all(in: Array(text.utf8)[...])
      }
    }
    #expect(try DjVuExpression.all(in: Array("1 2".utf8)[...]) == [.number(1), .number(2)])
  }

  @Test func `what lies too deep or comes too late is left out`() throws {
    let deep = String(repeating: "(", count: 1000)
    let closed = String(repeating: ")", count: 1000)
    let found = try read("(a \(deep) \") (\" \(closed) (b))")
    #expect(found.named?.rest.last == .list([.name("b")]))
    let many = try read("(" + String(repeating: "1 ", count: 2_100_000) + ")")
    #expect(many.named == nil)
    guard case .list(let parts) = many else { return #expect(Bool(false), "it is a list") }
    #expect(parts.count < 2_000_000 && parts.count > 1_900_000)
  }

  @Test func `what is no text takes no more room than it may`() throws {
    let bytes = String(repeating: #"\377"#, count: 1000)
    #expect(try read("\"\(bytes)\"").line(limit: 1200) == nil)
    #expect(try read("\"\(bytes)\"").line(limit: 3000)?.unicodeScalars.count == 1000)
    let said = try DjVuExpression.all(in: Array("(metadata (title \"\(bytes)\"))".utf8)[...])
    #expect(
      DjVuAnnotations(said, on: nil, Self.names).statements.values.allSatisfy {
        $0.utf8.count <= 4000
      })
  }

  @Test func `words lie where they are printed, counted from above`() throws {
    let page = try #require(
      PageText(
        djvu: try read(
          #"""
          (page 0 0 200 400
           (line 0 300 200 400
            (word 0 300 100 400 "Hello") (word 100 300 200 400 (char 100 300 150 400 "W") (char 150 300 200 400 "e")))
           (line 0 0 200 100 "two words"))
          """#), on: Self.frame))
    #expect(page.lines.map { page.text(of: $0) } == ["Hello We", "two words"])
    #expect(page.words.map(\.startsLine) == [true, false, true, false])
    let boxes = page.words.map(\.box)
    #expect(boxes[0] == TextBox(left: 0, top: 0, right: 32768, bottom: 16384))
    #expect(boxes[1] == TextBox(left: 32768, top: 0, right: 65535, bottom: 16384))
    #expect(boxes[2] == TextBox(left: 0, top: 49151, right: 65535, bottom: 65535))
    #expect(PageText(djvu: try read(#"(page 0 0 0 0 "")"#), on: Self.frame)?.isEmpty == true)
    #expect(PageText(djvu: try read("(line 0 0 1 1)"), on: Self.frame) == nil)
    // What is larger than numbers are is nowhere, and read all the same.
    let far = try read(
      #"(page 0 0 200 400 (word 0 0 99999999999999999999 9223372036854775807 "x"))"#)
    #expect(PageText(djvu: far, on: Self.frame)?.words.count == 1)
  }

  /// A page of 200 by 400 pixels with a word at its upper left corner, turned.
  @Test(arguments: [(0, 0, 0), (1, 0, 32768), (2, 32768, 49151), (3, 49151, 0)])
  func `a turned page has its words where they are seen`(turns: Int, left: Int, top: Int) throws {
    let (width, height) = turns % 2 == 0 ? (200, 400) : (400, 200)
    let page = try #require(
      PageText(
        djvu: try read(#"(page 0 0 200 400 (word 0 300 100 400 "x"))"#),
        on: DjVuFrame(width: width, height: height, quarterTurns: turns)))
    #expect((Int(page.words[0].box.left), Int(page.words[0].box.top)) == (left, top))
  }

  @Test func `pages are found by number and name`() {
    #expect(Self.names.titles == [1: "i", 2: "Plate 2"])
    #expect(Self.names.page(of: "#2") == 2)
    #expect(Self.names.page(of: "#p3.djvu") == 3)
    #expect(Self.names.page(of: "#my page.djvu") == 2)
    for address in ["#4", "#0", "#-1", "#+2", "2", "#", "#shared.iff", "http://example.org/#2"] {
      #expect(Self.names.page(of: address) == nil)
    }
  }

  @Test func `an outline is read in its order`() throws {
    let outline = try read(
      ##"(bookmarks ("One" "#1" ("Sub\nheading" "#2" ("Deep" ""))) ("Web" "http://a/") (1 2) ("" "#3"))"##
    )
    let read = DjVuOutline(outline, Self.names, most: (100, 2))
    #expect(
      read.entries == [
        DjVuOutline.Entry(depth: 0, title: "One", page: 1),
        DjVuOutline.Entry(depth: 1, title: "Sub heading", page: 2),
        DjVuOutline.Entry(depth: 0, title: "Web", page: nil),
      ])
    // The deepest is left out, and that is said.
    #expect(!read.isWhole)
    #expect(DjVuOutline(outline, Self.names, most: (100, 3)).isWhole)
    let short = DjVuOutline(outline, Self.names, most: (1, 9))
    #expect(short.entries.count == 1 && !short.isWhole)
    let long = String(repeating: "x", count: 1000)
    let written = String(repeating: ##"("\##(long)" "#1")"##, count: 5000)
    let all = DjVuOutline(
      try self.read("(bookmarks \(written))"), Self.names, most: (50_000, 9))
    #expect(all.entries.reduce(0) { $0 + $1.title.utf8.count } <= 4 << 20)
    #expect(!all.isWhole)
  }

  @Test func `titles turn nobody's direction of writing`() throws {
    let outline = try read("(bookmarks (\"a\u{202E}b\u{2067} c\" \"#1\"))")
    #expect(
      DjVuOutline(outline, Self.names, most: (9, 9)).entries.map(\.title) == ["a b c"])
    let names = DjVuNames(listed: Array("1 P 9 a T=x\u{202E}y\n".utf8)[...], pageCount: 1)
    #expect(names.titles == [1: "xy"])
  }

  @Test func `links lead to pages and to the web`() throws {
    let said = try DjVuExpression.all(
      in: Array(
        ##"""
        (background #FFFFFF) (metadata (Title "A \"t\"") (author "B"))
        (maparea "#3" "" (rect 0 300 100 100) (none))
        (maparea (url "http://example.com/" "_blank") "c" (poly 0 0 100 0 50 100) (xor))
        (maparea "javascript:alert(1)" "" (rect 0 0 9 9)) (maparea "#9" "" (rect 0 0 9 9))
        (maparea "#1" "" (rect 0 0 x 9)) (maparea "#1" "" (rect 9223372036854775807 0 1 9)) (maparea)
        """##.utf8)[...])
    let found = DjVuAnnotations(said, on: Self.frame, Self.names)
    #expect(found.statements == ["title": "A \"t\"", "author": "B"])
    #expect(found.links.count == 2)
    #expect(found.links[0].target == .page(3))
    #expect(found.links[0].box == TextBox(left: 0, top: 0, right: 32768, bottom: 16384))
    #expect(found.links[1].box == TextBox(left: 0, top: 49151, right: 32768, bottom: 65535))
    #expect(DjVuAnnotations(said, on: nil, Self.names).links.isEmpty)
  }

  @Test func `answers are told apart by their marks`() {
    func parts(_ text: String) -> [String] {
      DjVuAnswer.parts(of: Array(text.utf8), mark: 4).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(parts("a\n4\n4\nPlate 4\n4\n4\n4\n4\nrest\n4\n") == ["a\n", "Plate 4\n", ""])
    #expect(parts("").isEmpty)
    #expect(parts("4\n4\n") == [""])
  }

  /// Whatever is changed of it: it is read within bounds, or refused.
  @Test func `damage is refused or read`() {
    var random = SplitMix(seed: 15)
    let whole = Array(
      #"(page 0 0 200 400 (line 0 3 2 4 (word 0 3 1 4 "H\303\266") (word 1 3 2 4 "We")))"#.utf8)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let all = try? DjVuExpression.all(in: bytes[...]) else { continue }
      for expression in all {
        if let page = PageText(djvu: expression, on: Self.frame) {
          #expect(PageText(parsing: page.record[...]) == page)
        }
        _ = DjVuOutline(expression, Self.names, most: (9, 9))
      }
      _ = DjVuAnnotations(all, on: Self.frame, Self.names)
    }
  }
}
