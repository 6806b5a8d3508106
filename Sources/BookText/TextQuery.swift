import ByteText

/// What somebody searches for in a book: words by their beginnings, and phrases in quotes.
package struct TextQuery: Equatable, Sendable {
  /// Bytes that a query may have, and terms.
  package static let longest = 1000
  package static let mostTerms = 16

  /// Folded; a phrase has blanks in it.
  let terms: [[UInt8]]

  /// Reads a query; nil for one without anything to search for, and for one that is too long.
  ///
  /// - Parameter text: as it was typed.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    var terms: [[UInt8]] = []
    // Every other part stands in quotes.
    for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      let words = part.utf8.split { $0 <= ASCII.space }.map { Self.folded($0) }
        .filter { !$0.isEmpty }
      if index % 2 == 1, !words.isEmpty {
        terms.append(Array(words.joined(separator: [ASCII.space])))
      } else {
        terms += words
      }
    }
    guard !terms.isEmpty, terms.count <= Self.mostTerms else { return nil }
    // A word that is typed twice is found once.
    var seen: Set<[UInt8]> = []
    self.terms = terms.filter { seen.insert($0).inserted }
  }

  private static func folded(_ word: Substring.UTF8View.SubSequence) -> [UInt8] {
    Array([UInt8](folding: Array(word))[...].trimmed)
  }
}

extension FoldedPage {
  /// Where what is searched for stands on the page.
  ///
  /// - Parameter query: all terms of it must be there.
  /// - Returns: ranges of words in the order of reading; none where a term is not there.
  package func hits(of query: TextQuery) -> [Range<Int>] {
    var hits: [Range<Int>] = []
    for term in query.terms {
      let before = hits.count
      find(term) { place in
        guard let first = word(beginningAt: place) else { return }
        hits.append(first..<word(at: place + term.count - 1) + 1)
      }
      guard hits.count > before else { return [] }
    }
    if query.terms.count > 1 {
      hits.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    }
    return hits
  }

  /// Goes through all places where a text stands, from the first on.
  private func find(_ text: [UInt8], _ body: (Int) -> Void) {
    guard let first = text.first, text.count <= bytes.count else { return }
    let (page, text) = (bytes.span, text.span)
    var place = 0
    let last = page.count - text.count
    while place <= last {
      if page[place] == first {
        var matched = 1
        while matched < text.count, page[place + matched] == text[matched] { matched += 1 }
        if matched == text.count { body(place) }
      }
      place += 1
    }
  }
}
