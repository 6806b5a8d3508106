import Books
import ByteText
import SeededNumbers
import Testing
import TileGeometry
import TileViewport

@Suite struct BookFileTests {
  private static let folder = Book(
    path: Array("atlas".utf8), kind: .folder,
    images: .files((1...12).map { Array("atlas/\($0).jpg".utf8) }),
    sizes: Runs((1...12).lazy.map { PageSize(PixelSize(width: 600 + Int64($0), height: 800)) }))
  private static let scan = Book(
    path: Array("s.tif".utf8), kind: .tiff, images: .pages(of: Array("s.tif".utf8), [1, 2, 3]),
    sizes: Runs(repeatElement(PageSize(PixelSize(width: 5, height: 7)), count: 3)))

  private static func read(_ text: String, _ book: Book = folder) throws -> Book {
    book.reading(try BookFile(parsing: text), named: "book.json")
  }

  @Test func `nothing said changes nothing`() throws {
    #expect(try Self.read("{}") == Self.folder)
    #expect(try Self.read("{}", Self.scan) == Self.scan)
  }

  @Test func `words are taken as they are`() throws {
    let book = try Self.read(
      """
      { // an atlas
        title: 'Atlas', creator: "Somebody", date: "1790?", language: "la",
        description: "Maps.", rights: "http://rightsstatements.org/vocab/NoC-NC/1.0/",
        attribution: "A library", metadata: { Shelf: "A 1", Places: ["Here", "There"] },
      }
      """)
    #expect(book.title == "Atlas")
    #expect(book.words.creator == "Somebody")
    #expect(book.words.rights == "http://rightsstatements.org/vocab/NoC-NC/1.0/")
    #expect(
      book.words.metadata == [
        .init(label: "Shelf", values: ["A 1"]),
        .init(label: "Places", values: ["Here", "There"]),
      ])
  }

  @Test func `pages are put in order, hidden and named by file or number`() throws {
    let book = try Self.read(
      "{pages: ['12.jpg', 3], hidden: ['1.jpg', '10.jpg'], single: [12, '1.jpg']}")
    #expect(
      (0..<book.pageCount).map { book.label(at: $0) } == [
        "12", "3", "2", "4", "5", "6", "7", "8", "9", "11",
      ])
    #expect(book.sizes[0].pixels?.width == 612)
    #expect(book.unpaired == [0])
    let scan = try Self.read("{pages: [3], hidden: [2]}", Self.scan)
    #expect(scan.images == .pages(of: Array("s.tif".utf8), [3, 1]))
  }

  @Test func `how it is read is what the file says`() throws {
    let book = try Self.read("{direction: 'rtl', layout: 'scroll', cover: 'paired', shift: 1}")
    #expect(book.direction == .rightToLeft)
    #expect(book.layout == .scroll)
    #expect(book.pairing == Pairing(cover: .paired, isShifted: true))
    #expect(try Self.read("{layout: 'scroll'}").direction == .topToBottom)
    #expect(Self.folder.layout == .spreads)
    #expect(try Self.read("{layout: 'single'}").layout == .single)
  }

  @Test func `labels and outline follow the pages`() throws {
    let book = try Self.read(
      """
      {hidden: [1], labels: [{from: 2, style: 'roman'}, {from: '4.jpg', prefix: 'T. ', first: 9}],
       outline: [{title: 'Front', page: 1, parts: [{title: 'Plates', page: '4.jpg'}]}]}
      """)
    #expect((0..<4).map { book.label(at: $0) } == ["i", "ii", "T. 9", "T. 10"])
    #expect(
      book.outline == [
        OutlineEntry(
          title: "Front", page: nil, parts: [OutlineEntry(title: "Plates", page: 2)])
      ])
  }

  @Test(arguments: [
    ("[]", 1, "between { and }"), ("{\ntittle: 'x'}", 2, "'tittle' is none of title"),
    ("{title: ''}", 1, "a text is wanted"), ("{title: 5}", 1, "title: a text is wanted, not 5"),
    ("{rights: 'CC BY'}", 1, "an address"), ("{rights: 'https://x y'}", 1, "an address"),
    ("{layout: 'double'}", 1, "none of single, spreads, scroll"),
    ("{direction: null}", 1, "null is none of ltr, rtl, ttb, btt"),
    ("{shift: 2}", 1, "a number from 0 to 1"), ("{pages: 'a'}", 1, "a list is wanted"),
    ("{pages: [\n0]}", 2, "a number from 1"), ("{pages: [30001]}", 1, "a number from 1 to 30000"),
    ("{pages: [true]}", 1, "a page's number"),
    ("{labels: [{style: 'roman'}]}", 1, "'from' is missing"),
    ("{labels: [{from: 1, type: 'x'}]}", 1, "'type' is none of from"),
    ("{labels: [{from: 1, style: 'greek'}]}", 1, "none of decimal, roman"),
    ("{labels: [{from: 1, first: 0}]}", 1, "a number from 1"),
    ("{outline: [{page: 1}]}", 1, "'title' is missing"),
    ("{outline: ['a']}", 1, "an object with title, page, parts"),
    ("{metadata: {a: []}}", 1, "has no value"), ("{metadata: {a: [1]}}", 1, "a text is wanted"),
    ("{metadata: []}", 1, "labels with their values"), ("{title: 'a', title: 'b'}", 1, "already"),
    ("{", 1, "ends"),
  ])
  func `what is wrong is named with its line`(text: String, line: Int, words: String) throws {
    let problem = try #require(throws: JSON5Problem.self) { try Self.read(text) }
    #expect(problem.line == line)
    #expect(problem.detail.contains(words), "\(problem.detail)")
  }

  @Test(arguments: [
    ("{pages: ['13.jpg', '12.jpg']}", "book.json:1: pages: there is no page '13.jpg'"),
    ("{pages: ['12.jpg'], hidden: [\n\n13]}", "book.json:3: hidden: there is no page 13"),
    ("{pages: ['12.jpg'], single: ['x']}", "book.json:1: single: there is no page 'x'"),
    (
      "{pages: ['12.jpg'], labels: [{from: 'x', first: 5}]}",
      "book.json:1: from: there is no page 'x'"
    ),
    (
      "{pages: ['12.jpg'], outline: [{title: 'a', page: 99}]}",
      "book.json:1: page: there is no page 99"
    ),
  ])
  func `a page that is not there is passed over and told`(text: String, words: String) throws {
    let book = try Self.read(text)
    #expect(book.troubles.map(\.description) == [words])
    #expect(book.pageCount == 12)
    #expect(book.images.path(at: 0) == Array("atlas/12.jpg".utf8))
  }

  @Test func `of many pages that are not there only the first are told`() throws {
    let numbers = (13...99).map(String.init).joined(separator: ",")
    #expect(try Self.read("{hidden: [\(numbers)]}").troubles.count == 10)
  }

  @Test(arguments: [
    "{labels: [{from: 1, prefix: '\(String(repeating: "p", count: 101))'}]}",
    "{labels: [{from: 1, prefix: 'a\u{202E}b'}]}",
    "{title: '\(String(repeating: "t", count: 5001))'}",
    "{'\(String(repeating: "k", count: 100_000))': 1}",
    "{title: \(String(repeating: "w", count: 100_000))}",
    "{e\(String(repeating: "\u{301}", count: 100_000)): 1}",
  ])
  func `nobody is told more than fits a line`(text: String) throws {
    let problem = try #require(throws: JSON5Problem.self) { try Self.read(text) }
    #expect(problem.detail.unicodeScalars.count <= 300)
  }

  @Test func `texts come without marks that move what is around them`() throws {
    let book = try Self.read("{title: 'At\\u202Elas\\n I\\u0000', metadata: {A: 'b\\x1B[2J'}}")
    #expect(book.title == "Atlas I")
    #expect(book.words.metadata == [.init(label: "A", values: ["b[2J"])])
    #expect(throws: JSON5Problem.self) {
      try Self.read("{rights: 'http://creativecommons.org/\"><script>'}")
    }
    let labels = try Self.read("{labels: [{from: 1, prefix: 'photo '}]}")
    #expect(labels.label(at: 0) == "photo 1")
  }

  /// Whatever is written, it is read or refused; what is read fits the book.
  @Test func `no text breaks it`() {
    var numbers = SplitMix(seed: 15)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "title", "pages", "hidden", "single", "labels", "outline",
      "parts", "page", "from", "first", "1", "12", "-1", "'2.jpg'", "'x'", "metadata", "shift",
      " ", "\n", "//", "'", "\\", "null", "layout:'spreads'", "{title:'a',page:3}", "[1,2,3]",
      "{from:2}",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...24, using: &numbers)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &numbers)]
      }.joined()
      guard let book = try? Self.read("{" + text + "}") else { continue }
      #expect(book.pageCount <= 12 && book.sizes.count == book.pageCount)
      #expect(book.unpaired.allSatisfy { $0 < book.pageCount })
    }
  }
}
