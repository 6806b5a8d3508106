import SeededNumbers
import Testing

@testable import DjVuFile

@Suite struct DjVuDocumentTests {
  static let dictionary = DjVuSample.Part(kind: "DJVI", chunks: [("Djbz", [1, 2, 3])])
  static let text = DjVuSample.Part(chunks: [
    ("INFO", DjVuSample.information(310, 401)), ("Sjbz", [4, 5, 6, 7, 8]), ("TXTz", [9, 9, 9]),
    ("ANTz", [8, 8]),
  ])
  static let color = DjVuSample.Part(chunks: [
    ("INFO", DjVuSample.information(320, 240, dpi: 150, turn: 6)), ("BG44", [1]),
  ])
  static let book = DjVuSample(
    parts: [dictionary, text, DjVuSample.Part(kind: "THUM", chunks: [("TH44", [1])]), color],
    outline: [7, 7, 7, 7])

  @Test func `pages are told by their own words`() throws {
    let document = try DjVuDocument(Self.book.bytes)
    #expect(document.pageCount == 2)
    let first = try document.page(1)
    #expect((first.width, first.height, first.dotsPerInch) == (310, 401, 300))
    #expect(!first.hasColors && first.quarterTurns == 0)
    // It lies on its side.
    let second = try document.page(2)
    #expect((second.width, second.height, second.dotsPerInch) == (240, 320, 150))
    #expect(second.hasColors && second.quarterTurns == 1)
    #expect(throws: DjVuIrregular("there is no page 3")) { try document.page(3) }
    let lone = try DjVuDocument(DjVuSample.lone(Self.text))
    #expect(lone.pageCount == 1)
    #expect(try lone.page(1) == first)
  }

  @Test func `what a page says of its density is believed where it can be`() throws {
    for (told, taken) in [(0, 300), (24, 300), (25, 25), (6000, 6000), (6001, 300), (65535, 300)] {
      let part = DjVuSample.Part(chunks: [("INFO", DjVuSample.information(9, 9, dpi: told))])
      #expect(try DjVuDocument(DjVuSample.lone(part)).page(1).dotsPerInch == taken)
    }
    let short = DjVuSample.Part(chunks: [("INFO", [0, 9, 0, 8, 20])])
    let page = try DjVuDocument(DjVuSample.lone(short)).page(1)
    #expect((page.width, page.height, page.dotsPerInch) == (9, 8, 300))
  }

  /// A program is given what it is asked about, and no byte of another page.
  @Test func `parts are those that a question takes`() throws {
    let bytes = Self.book.bytes
    let document = try DjVuDocument(bytes)
    func given(_ parts: [Range<Int64>]) -> [UInt8] {
      var given = [UInt8](repeating: 0, count: bytes.count)
      for place in parts.joined() { given[Int(place)] = bytes[Int(place)] }
      return given
    }
    let drawing = given(try document.partsDrawing(page: 1))
    // Who reads what is given finds the same page, and what it is made of; no other one.
    for place in [Self.book.places[0], Self.book.places[1]] {
      #expect(drawing[place..<place + 30].elementsEqual(bytes[place..<place + 30]))
    }
    #expect(drawing[Self.book.places[3]...].allSatisfy { $0 == 0 })
    // The outline is none of a picture's business, and readers look where it lies.
    #expect(!contains(drawing, [7, 7, 7]))
    #expect(
      document.missingBeginning(hasOutline: false).map {
        bytes[Int($0)...].starts(with: "NAVM".utf8)
      } == true)
    #expect(document.missingBeginning(hasOutline: true) == nil)
    #expect(!contains(given(document.partsReading(pages: 1...2, hasOutline: false)), [7, 7, 7]))
    let reading = given(document.partsReading(pages: 1...2, hasOutline: true))
    for words in [[9, 9, 9], [8, 8], [7, 7, 7]] as [[UInt8]] { #expect(contains(reading, words)) }
    #expect(!contains(reading, [4, 5, 6, 7, 8]) && !contains(reading, [1, 2, 3]))
    #expect(document.hasWords(page: 1) && document.hasLinks(page: 1))
    #expect(!document.hasWords(page: 2) && !document.hasLinks(page: 2))
    #expect(!document.hasWords(page: 3) && !document.hasSharedWords)
  }

  private func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: wanted) }
  }

  @Test func `parts that lie elsewhere are told of`() {
    var sample = Self.book
    sample.isBundled = false
    #expect(throws: DjVuIrregular.isElsewhere) { try DjVuDocument(sample.bytes) }
    let part = DjVuSample.Part(chunks: Self.text.chunks + [("INCL", Array("d.djbz".utf8))])
    let lone = DjVuSample.lone(part)
    #expect(throws: DjVuIrregular.isElsewhere) { try DjVuDocument(lone).page(1) }
  }

  @Test func `a part that can't be read takes no other along`() throws {
    func reasons(_ bytes: [UInt8]) throws -> [String?] {
      let document = try DjVuDocument(bytes)
      return (1...document.pageCount).map { page in
        do {
          _ = try document.page(page)
          return nil
        } catch {
          #expect((try? document.partsDrawing(page: page)) == nil)
          return "\(error)"
        }
      }
    }
    let whole = Self.book.bytes
    let places = Self.book.places
    let end = places[3] + 20
    #expect(
      try reasons(Array(whole[..<end])) == [nil, "page 2 can't be found: the file ends too early"])
    var sample = Self.book
    sample.toldPlaces = [places[0], places[1], places[2], places[1]]
    #expect(
      try reasons(sample.bytes) == [
        nil, "page 2 can't be found: the document's parts lie in one another",
      ])
    // The first page says that it goes on to the end.
    var long = whole
    long.replaceSubrange(
      places[1] + 4..<places[1] + 8, with: DjVuSample.number(whole.count - places[1] - 8, 4))
    #expect(
      try reasons(long) == ["page 1 can't be found: the document's parts lie in one another", nil])
    #expect(try DjVuDocument(sample.bytes).missingBeginning(hasOutline: true) == nil)
    // Readers look where the first part should begin.
    var beginning = whole
    beginning[places[0]] = 0
    #expect(try DjVuDocument(beginning).missingBeginning(hasOutline: true) == Int64(places[0]))
    // What nobody knows counts as a page.
    var strange = whole
    strange[places[1]] = 0
    #expect(
      try reasons(strange) == ["page 1 can't be found: it is not where the directory says", nil])
  }

  @Test func `documents without a page that can be read are refused`() {
    var sample = Self.book
    sample.toldPlaces = sample.places.map { _ in 20 }
    refuses(sample.bytes, "lie in one another")
    sample.toldPlaces = sample.places.map { $0 + 1 }
    refuses(sample.bytes, "")
    sample.toldPlaces = sample.places.map { _ in Int(UInt32.max) }
    refuses(sample.bytes, "ends too early")
    refuses(DjVuSample(parts: [Self.dictionary]).bytes, "no pages")
    refuses(DjVuSample().bytes, "no pages")
    refuses(DjVuSample(parts: [DjVuSample.Part(kind: "NONE")]).bytes, "of no kind")
  }

  private func refuses(
    _ bytes: [UInt8], _ words: String, _ place: SourceLocation = #_sourceLocation
  ) {
    do {
      _ = try DjVuDocument(bytes)
      Issue.record("it was read", sourceLocation: place)
    } catch {
      #expect("\(error)".contains(words) || words.isEmpty, sourceLocation: place)
    }
  }

  @Test func `a page without an end has what came before it`() throws {
    var bytes = DjVuSample.lone(Self.text)
    let end = bytes.count
    // The last chunk claims more than there is.
    bytes[end - 3] = 200
    #expect(try DjVuDocument(bytes).page(1).width == 310)
    for count in 0..<end {
      #expect(throws: (any Error).self) { try DjVuDocument(Array(bytes[..<count])) }
    }
  }

  @Test func `a page that says nothing, or what no page is, is refused`() {
    let parts = [
      DjVuSample.Part(), DjVuSample.Part(chunks: [("Sjbz", [1])]),
      DjVuSample.Part(chunks: [("INFO", [0, 1, 0])]),
      DjVuSample.Part(chunks: [("INFO", DjVuSample.information(0, 5))]),
    ]
    for part in parts {
      #expect(throws: DjVuIrregular.self) { try DjVuDocument(DjVuSample.lone(part)).page(1) }
    }
  }

  /// Whatever bytes are changed: it is read within its bounds, or refused.
  @Test func `damage is refused or read within bounds`() {
    var random = SplitMix(seed: 15)
    let whole = Self.book.bytes
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let document = try? DjVuDocument(bytes) else { continue }
      for page in 1...document.pageCount {
        _ = try? document.page(page)
        let parts = (try? document.partsDrawing(page: page)) ?? []
        for part in parts + document.partsReading(pages: [page], hasOutline: true) {
          #expect(part.lowerBound >= 0 && part.upperBound <= Int64(bytes.count))
        }
      }
    }
  }
}
