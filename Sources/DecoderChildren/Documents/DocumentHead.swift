package import Books
import TileGeometry
import TileViewport

/// What a document says of itself as a whole; a child writes it before it looks at any page.
package struct DocumentHead: Codable, Equatable, Sendable {
  package struct Label: Codable, Equatable, Sendable {
    let start: Int
    let style: String
    let prefix: String
    let first: Int
  }

  package struct Heading: Codable, Equatable, Sendable {
    let depth: Int
    let title: String
    /// From 1.
    let page: Int?

    package init(depth: Int, title: String, page: Int?) {
      self.depth = depth
      self.title = title
      self.page = page
    }
  }

  /// Pages one behind the other that will be as large as each other, in pixels.
  package struct Sheets: Codable, Equatable, Sendable {
    let width: Int64
    let height: Int64
    let dotsPerInch: Double
    let count: Int
  }

  package static let deepest = 32
  /// Documents whose pages differ more are told of page by page.
  package static let mostSheets = 10_000
  package static let mostHeadings = 50_000
  /// Labels that don't count on are few, or nobody goes by them.
  package static let mostLabels = 20_000

  package enum Kind: String, Codable, Sendable { case pdf, cbz, epub, djvu }

  package var kind = Kind.pdf
  package var pages: Int
  package var title: String?
  package var author: String?
  package var subject: String?
  package var keywords: String?
  /// The day on which it was made: `2026-11-22`.
  package var date: String?
  package var language: String?
  package var labels: [Label] = []
  package var headings: [Heading] = []
  package var isRightToLeft = false
  package var allowsCopying = true
  /// Why labels, an outline, or where pages lead, are not all told; nil where they are.
  package var missing: String?

  /// Said of outlines of which only the beginning is told.
  package static let cutOutline =
    "the outline is longer or deeper than is told, or takes too long to be read"
  /// How large all of its pages will be, going by their boxes alone; nil where nobody looked.
  package private(set) var sheets: [Sheets]?

  package init(pages: Int) { self.pages = pages }

  /// Takes over what is printed on the pages, as far as that may be told.
  ///
  /// - Parameter names: of all pages.
  package mutating func setLabels(_ names: [String]) {
    let runs = PageLabels(names: names).runs
    guard runs.count <= Self.mostLabels else { return }
    labels = runs.map {
      Label(start: $0.start, style: $0.style.rawValue, prefix: $0.prefix, first: $0.first)
    }
  }
}

extension DocumentHead {
  /// Takes over how large pages will be, as far as that may be told.
  ///
  /// - Parameter sizes: of all pages.
  package mutating func setSheets(_ sizes: Runs<PageSize>) {
    guard sizes.count == pages, sizes.runs.count <= Self.mostSheets else { return }
    let all = sizes.runs.compactMap { run -> Sheets? in
      guard let pixels = run.value.pixels, let density = run.value.density else { return nil }
      return Sheets(
        width: pixels.width, height: pixels.height, dotsPerInch: density, count: run.count)
    }
    // One that can't be leaves all of them to be looked at.
    if all.count == sizes.runs.count, all.allSatisfy(\.isPlausible) { sheets = all }
  }

  /// What is told of pages by their boxes; nil where not all of them are.
  fileprivate var foreseen: Runs<PageSize>? {
    guard let sheets else { return nil }
    var sizes = Runs<PageSize>()
    for run in sheets {
      sizes.append(
        PageSize(PixelSize(width: run.width, height: run.height), density: run.dotsPerInch),
        times: run.count)
    }
    return sizes.count == pages ? sizes : nil
  }
}

extension DocumentHead.Sheets {
  /// Whether pages can be like that.
  fileprivate var isPlausible: Bool {
    ImageSize(width: width, height: height) != nil && PageFineness.bounds.contains(dotsPerInch)
      && (1...CutLimits.documentPages).contains(count)
  }
}

extension DocumentHead.Kind {
  fileprivate var ofBook: Book.Kind {
    switch self {
    case .pdf: .pdf
    case .cbz: .cbz
    case .epub: .epub
    case .djvu: .djvu
    }
  }
}

extension DocumentHead {
  /// Whether a document can be like that.
  var isPlausible: Bool {
    let texts = [title, author, subject, keywords, date, language, missing].compactMap(\.self)
    return (1...CutLimits.documentPages).contains(pages)
      && labels.count <= Self.mostLabels && headings.count <= Self.mostHeadings
      && labels.allSatisfy(isPlausible) && headings.allSatisfy(isPlausible)
      && texts.allSatisfy { $0.utf8.count <= 4000 && $0.isWithoutControls }
      && (sheets ?? []).count <= Self.mostSheets && (sheets ?? []).allSatisfy(\.isPlausible)
  }

  private func isPlausible(_ label: Label) -> Bool {
    (0..<pages).contains(label.start) && PageLabels.numbers.contains(label.first)
      && PageLabels.Style(rawValue: label.style) != nil && label.prefix.isOneLine
  }

  private func isPlausible(_ heading: Heading) -> Bool {
    (0..<Self.deepest).contains(heading.depth) && !heading.title.isEmpty
      && heading.title.utf8.count <= 1200 && heading.title.isWithoutControls
      && (heading.page.map { (1...pages).contains($0) } ?? true)
  }

  /// The same for who makes a book of it.
  ///
  /// - Returns: facts without any page's size.
  package var facts: DocumentFacts {
    var facts = DocumentFacts(kind.ofBook, pageCount: pages, sizes: Runs())
    facts.words.title = title
    facts.words.creator = author
    facts.words.date = date
    facts.words.language = language
    facts.words.description = subject
    if let keywords {
      facts.words.metadata = [
        BookWords.Statement(label: "Keywords", values: [keywords], isNamedByUs: true)
      ]
    }
    let runs = labels.compactMap { label in
      PageLabels.Style(rawValue: label.style).map {
        PageLabels.Run(start: label.start, style: $0, prefix: label.prefix, first: label.first)
      }
    }
    if !runs.isEmpty { facts.labels = PageLabels(runs) }
    var rest = headings[...]
    facts.outline = Self.entries(&rest, depth: 0)
    facts.direction = isRightToLeft ? .rightToLeft : nil
    facts.allowsCopying = allowsCopying
    facts.missing = missing.map { CutFailure(.source, $0).told.words }
    facts.foreseen = foreseen
    return facts
  }

  /// The entries that a list begins with, with what lies below each.
  private static func entries(
    _ headings: inout ArraySlice<Heading>, depth: Int
  ) -> [OutlineEntry] {
    var entries: [OutlineEntry] = []
    while let heading = headings.first, heading.depth >= depth {
      headings.removeFirst()
      let parts = Self.entries(&headings, depth: heading.depth + 1)
      entries.append(
        OutlineEntry(title: heading.title, page: heading.page.map { $0 - 1 }, parts: parts))
    }
    return entries
  }
}
