import ByteText

/// What is asked of a book's words.
package enum ReadingRoute: Equatable, Sendable {
  /// Its parts, with the pages they begin on.
  case outline
  /// A page's words and where they lie.
  case words
  /// All of it as plain text.
  case plainText
  /// A page's words as ALTO has them.
  case alto
  /// A page's lines as annotations, by its number in the order of reading, from 1.
  case annotations(IIIFVersion, Int)
  /// Where a page leads.
  case links
  /// The same as annotations, by the page's number in the order of reading, from 1.
  case linkAnnotations(IIIFVersion, Int)
  /// Where something stands, in our own words.
  case search
  /// The same as the IIIF Content Search API has it.
  case contentSearch(SearchVersion)
  /// The words that begin with something.
  case autocomplete(SearchVersion)
}

/// The versions of the IIIF Content Search API that are spoken.
package enum SearchVersion: CaseIterable, Sendable {
  case one, two

  init?(segment: ArraySlice<UInt8>) {
    guard let version = Self.allCases.first(where: { segment.equals($0.segment) }) else {
      return nil
    }
    self = version
  }

  /// As addresses have it.
  package var segment: StaticString {
    switch self {
    case .one: "1"
    case .two: "2"
    }
  }
}
