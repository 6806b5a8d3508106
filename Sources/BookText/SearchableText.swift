/// A page's words, and the same as searches compare them.
package struct SearchablePage: Equatable, Sendable {
  package let text: PageText
  package let folded: FoldedPage

  package init(_ text: PageText) {
    self.text = text
    folded = FoldedPage(text)
  }

  /// What it takes in memory, in bytes.
  package var cost: Int { 64 + text.bytes.count + 16 * text.words.count + folded.cost }
}

/// The text of a document, as far as its pages have been read.
package struct DocumentText: Equatable, Sendable {
  package let pageCount: Int
  /// The first ones; empty where a page can't be read.
  package private(set) var pages: [SearchablePage] = []
  /// The places of those that can't be read, from 0.
  package private(set) var unreadable: Set<Int> = []
  /// What they take in memory, in bytes.
  package private(set) var cost = 0

  /// Beyond it no further page is read: in bytes.
  package static let mostMemory = 64 << 20

  package init(pageCount: Int) { self.pageCount = pageCount }

  package var isComplete: Bool { pages.count >= pageCount }

  /// Appends the next page.
  ///
  /// - Parameter text: its words; nil where they can't be read.
  package mutating func append(_ text: PageText?) {
    guard pages.count < pageCount else { return }
    let text = cost < Self.mostMemory ? text : nil
    if text == nil { unreadable.insert(pages.count) }
    let page = SearchablePage(text ?? PageText())
    pages.append(page)
    cost += page.cost
  }
}

/// What a book has to search in, page by page.
package struct SearchableText: Sendable {
  /// In the order of reading; nil for those that are not read yet, or have no text.
  private let pages: [SearchablePage?]
  /// How many of them have been looked at.
  package let knownCount: Int
  /// Whether more may be told of it than where it stands.
  package let isHandedOut: Bool
  /// The places of those whose words can't be read, from 0.
  private let unreadable: Set<Int>

  /// - Parameters:
  ///   - pages: in the order of reading; nil for those without text.
  ///   - knownCount: how many of them have been looked at.
  ///   - isHandedOut: whether more may be told than where something stands.
  ///   - unreadable: the places of those whose words can't be read, from 0.
  package init(
    _ pages: [SearchablePage?], knownCount: Int, isHandedOut: Bool = true,
    unreadable: Set<Int> = []
  ) {
    self.pages = pages
    self.knownCount = knownCount
    self.isHandedOut = isHandedOut
    self.unreadable = unreadable
  }

  /// Some pages of a document.
  ///
  /// - Parameters:
  ///   - text: of the document, as far as it has been read.
  ///   - numbers: of the pages in it, from 1, in the order of reading.
  ///   - isHandedOut: whether more may be told than where something stands.
  package init(_ text: DocumentText, pages numbers: [Int], isHandedOut: Bool) {
    self.init(
      numbers.map { text.pages.indices.contains($0 - 1) ? text.pages[$0 - 1] : nil },
      knownCount: text.isComplete
        ? numbers.count : numbers.count { text.pages.indices.contains($0 - 1) },
      isHandedOut: isHandedOut,
      unreadable: Set(numbers.indices.filter { text.unreadable.contains(numbers[$0] - 1) }))
  }

  package var pageCount: Int { pages.count }
  package var unreadableCount: Int { unreadable.count }

  /// Whether a page has words, perhaps, that nobody can read.
  ///
  /// - Parameter place: in the order of reading, from 0.
  /// - Returns: false where none is known to have any.
  package func isUnreadable(_ place: Int) -> Bool { unreadable.contains(place) }

  /// Whether a page has been looked at.
  ///
  /// - Parameter place: in the order of reading, from 0.
  /// - Returns: false where asking again may tell more.
  package func isKnown(_ place: Int) -> Bool {
    complete == 1 || pages.indices.contains(place) && pages[place] != nil
  }

  /// Of all pages those that have been looked at, 0 to 1.
  package var complete: Double {
    pages.isEmpty ? 1 : Double(knownCount) / Double(pages.count)
  }

  /// A page's words.
  ///
  /// - Parameter place: in the order of reading, from 0.
  /// - Returns: nil where none are known.
  package func page(at place: Int) -> PageText? {
    pages.indices.contains(place) ? pages[place]?.text : nil
  }

  /// What a search found.
  package struct Found: Equatable, Sendable {
    package var hits: [TextHit] = []
    /// How many there are in all, and how many come before those told here.
    package var total = 0
    package var first = 0

    /// Nothing at all.
    package init() {}

    /// Where those behind these begin; nil where there are none.
    package var next: Int? { first + hits.count < total ? first + hits.count : nil }
  }

  /// As many hits as are told at a time.
  package static let hitsAtATime = 100

  /// Searches all pages.
  ///
  /// - Parameters:
  ///   - query: for what.
  ///   - first: how many hits are passed over.
  /// - Returns: the next ones in the order of reading.
  package func find(_ query: TextQuery, from first: Int = 0) -> Found {
    var found = Found()
    found.first = first
    for (place, page) in pages.enumerated() {
      guard let page else { continue }
      let hits = page.folded.hits(of: query)
      for (index, hit) in hits.enumerated()
      where found.total + index >= first && found.hits.count < Self.hitsAtATime {
        found.hits.append(TextHit(hit, of: page.text, at: place, isQuoted: isHandedOut))
      }
      found.total += hits.count
    }
    return found
  }

  /// A word that begins with what was typed, and how often it comes.
  package struct Term: Equatable, Sendable {
    package let text: String
    package let count: Int
  }

  private static let mostTerms = 20
  /// Different words that are counted.
  private static let mostCounted = 10_000

  /// The words that begin with the last word of what was typed.
  ///
  /// - Parameter text: as it was typed.
  /// - Returns: those that come most often first; none for nothing.
  package func terms(beginningWith text: String) -> [Term] {
    guard let beginning = TextQuery(text)?.terms.last, !beginning.contains(0x20) else { return [] }
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for page in pages {
      for word in page?.folded.words(beginningWith: beginning) ?? [] {
        guard counts[word] != nil || counts.count < Self.mostCounted else { continue }
        counts[word, default: 0] += 1
      }
    }
    return counts.sorted { one, other in
      one.value == other.value
        ? one.key.lexicographicallyPrecedes(other.key) : one.value > other.value
    }
    .prefix(Self.mostTerms)
    .map { Term(text: String(decoding: $0.key, as: UTF8.self), count: $0.value) }
  }
}
