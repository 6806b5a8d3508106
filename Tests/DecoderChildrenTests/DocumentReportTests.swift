import BookText
import Books
import SeededNumbers
import Sources
import Testing
import TileGeometry
import TileViewport

@testable import DecoderChildren

/// What children write about documents is believed as far as it can be true.
@Suite struct DocumentReportTests {
  private static func request(from first: Int = 1) -> DocumentRequest {
    DocumentRequest(
      SourceRequest(rules: CuttingRules(), limits: CutLimits()), from: first, seconds: 1)
  }

  private static var head: DocumentHead {
    var head = DocumentHead(pages: 3)
    head.title = "A book"
    head.setLabels(["i", "ii", "1"])
    head.headings = [
      .init(depth: 0, title: "One", page: 1), .init(depth: 2, title: "Inner", page: nil),
      .init(depth: 1, title: "Next", page: 2), .init(depth: 0, title: "Two", page: 3),
    ]
    return head
  }

  private static let size = PageSize(PixelSize(width: 100, height: 200), density: 150)
  private static let links = [
    PageLink(TextBox(left: 1, top: 2, right: 3, bottom: 4), to: .page(3))
  ]
  private static let page = DocumentReport.Page(size, links: links)

  private static var bytes: [UInt8] {
    DocumentReport.bytes(head) + DocumentReport.bytes(page) + DocumentReport.bytes(.unknown)
  }

  @Test func `what is written is read, page by page`() throws {
    let report = try #require(DocumentReport(parsing: Self.bytes, for: Self.request()))
    #expect(report.head == Self.head)
    #expect(report.pages == [Self.page, .unknown])
    // A page that is begun is none.
    let begun = Self.bytes + DocumentReport.bytes(Self.page).dropLast()
    #expect(DocumentReport(parsing: begun, for: Self.request()) == report)
    let facts = report.head.facts
    #expect(facts.labels?.runs.map(\.start) == [0, 2] && facts.words.title == "A book")
    #expect(
      facts.outline == [
        OutlineEntry(
          title: "One", page: 0,
          parts: [
            OutlineEntry(title: "Inner", page: nil), OutlineEntry(title: "Next", page: 1),
          ]),
        OutlineEntry(title: "Two", page: 2),
      ])
  }

  @Test func `how large pages will be is believed where it is told of all`() throws {
    func foreseen(_ sizes: Runs<PageSize>) throws -> Runs<PageSize>? {
      var head = Self.head
      head.setSheets(sizes)
      let bytes = DocumentReport.bytes(head)
      return try #require(DocumentReport(parsing: bytes, for: Self.request())).head.facts.foreseen
    }
    let wide = PageSize(PixelSize(width: 300, height: 200), density: 150)
    let sizes = Runs([Self.size, Self.size, wide])
    #expect(try foreseen(sizes) == sizes)
    #expect(try foreseen(Runs([Self.size, wide])) == nil)
    #expect(try foreseen(Runs([Self.size, wide, .unknown])) == nil)
    for (width, density) in [(0, 150.0), (100, 1e20), (100, .nan), (100, 0)] {
      let odd = PageSize(PixelSize(width: Int64(width), height: 9), density: density)
      #expect(try foreseen(Runs([Self.size, wide, odd])) == nil)
    }
  }

  @Test func `what is kept of a document is what it said`() throws {
    let report = try #require(DocumentReport(parsing: Self.bytes, for: Self.request()))
    var facts = report.head.facts
    for links in [[], Self.links, []] { facts.append(Self.size, links: links) }
    facts.words.creator = "Somebody"
    facts.words.metadata = [
      BookWords.Statement(label: "Keywords", values: ["a, b"], isNamedByUs: true)
    ]
    facts.direction = .rightToLeft
    facts.allowsCopying = false
    let request = SourceRequest(rules: CuttingRules(), limits: CutLimits())
    let kept = try #require(facts.kept)
    #expect(DocumentFacts(kept: kept, for: request) == facts)
    // As far as it was read.
    let part = DocumentFacts(kept: Array(kept.dropLast(30)), for: request)
    #expect(part?.sizes.count == 1 && part?.isComplete == false)
    #expect(DocumentFacts(kept: kept + DocumentReport.bytes(Self.page), for: request) == nil)
    // What may be told better next time is not kept.
    for names in [DocumentFacts.Names.later, .leftOut] {
      facts.names = names
      #expect(facts.kept == nil && facts.isComplete == (names == .leftOut))
    }
    facts.names = .told
    facts.sizes = Runs([Self.size, .unknown])
    #expect(facts.kept == nil)
  }

  @Test func `words are kept once all of them are read`() throws {
    var text = DocumentText(pageCount: 2)
    #expect(text.kept == nil)
    text.append(PageText())
    #expect(text.kept == nil)
    var broken = text
    text.append(PageText())
    let kept = try #require(text.kept)
    #expect(DocumentText(kept: kept, pageCount: 2) == text)
    for pageCount in [1, 3] { #expect(DocumentText(kept: kept, pageCount: pageCount) == nil) }
    #expect(DocumentText(kept: Array(kept.dropLast()), pageCount: 2) == nil)
    broken.append(nil)
    #expect(broken.kept == nil)
  }

  @Test func `what no document can be like is not believed`() {
    func isRead(
      _ pages: [DocumentReport.Page] = [], from first: Int = 1,
      _ change: (inout DocumentHead) -> Void
    ) -> Bool {
      var head = Self.head
      change(&head)
      let bytes = DocumentReport.bytes(head) + pages.flatMap(DocumentReport.bytes)
      return DocumentReport(parsing: bytes, for: Self.request(from: first)) != nil
    }
    #expect(isRead { _ in })
    #expect(!isRead { $0.pages = 0 })
    #expect(!isRead { $0.pages = CutLimits.documentPages + 1 })
    // Labels and entries of pages that are not there.
    #expect(!isRead { $0.pages = 2 })
    #expect(!isRead { $0.title = "one\nline" })
    #expect(!isRead { $0.title = String(repeating: "a", count: 4001) })
    #expect(!isRead { $0.headings.append(.init(depth: 32, title: "a", page: nil)) })
    #expect(!isRead { $0.headings.append(.init(depth: -1, title: "a", page: nil)) })
    #expect(!isRead { $0.headings.append(.init(depth: 0, title: "\u{1B}[2J", page: nil)) })
    // More pages than there are from the first one on.
    #expect(isRead([Self.page], from: 3) { _ in })
    #expect(!isRead([Self.page, Self.page], from: 3) { _ in })
    // Links to a page that is not there.
    #expect(
      !isRead([Self.page], from: 2) {
        $0.pages = 2; $0.labels = []; $0.headings = []
      })
    #expect(
      isRead([.init(Self.size)], from: 2) {
        $0.pages = 2; $0.labels = []; $0.headings = []
      })
    for size in [(1 << 31, 1), (1, 1 << 31), (1 << 20, 1 << 20)] {
      let pixels = PixelSize(width: Int64(size.0), height: Int64(size.1))
      #expect(!isRead([.init(PageSize(pixels, density: 150))]) { _ in })
    }
    for density in [0, -1, .nan, .infinity, 1e9] {
      #expect(
        !isRead([.init(PageSize(PixelSize(width: 1, height: 1), density: density))]) { _ in })
    }
  }

  @Test func `whatever is changed in a report, it is read or refused`() {
    var page = PageText()
    page.append(Array("word".utf8), in: .nowhere)
    let text = TextReport.bytes(page) + TextReport.bytes(nil) + TextReport.bytes(page)
    #expect(TextReport(parsing: text, mostPages: 3)?.pages == [page, nil, page])
    #expect(TextReport(parsing: TextReport.bytes(PageText()), mostPages: 1)?.pages == [PageText()])
    #expect(TextReport(parsing: text, mostPages: 2) == nil)
    #expect(TextReport(parsing: text.dropLast(), mostPages: 2)?.pages.count == 2)
    var numbers = SplitMix(seed: 3)
    for _ in 0..<5000 {
      for whole in [Self.bytes, text] {
        var bytes = whole
        for _ in 0...Int(numbers.next() % 3) {
          bytes[Int(numbers.next() % UInt64(bytes.count))] =
            UInt8(truncatingIfNeeded: numbers.next())
        }
        bytes.removeLast(Int(numbers.next() % 8))
        if let report = DocumentReport(parsing: bytes, for: Self.request()) {
          #expect(report.pages.count <= report.head.pages)
          _ = report.head.facts
        }
        _ = TextReport(parsing: bytes, mostPages: 3)
      }
    }
  }
}
