package import BookText
package import Books
import ByteText
package import ImageRequest

/// The words of a book that begin with something, in the words of the IIIF Content Search API.
package struct TermsDocument: Sendable {
  private let terms: [SearchableText.Term]
  private let query: String
  private let ignored: [String]
  private let links: ReadingLinks

  /// - Parameters:
  ///   - terms: what is told.
  ///   - query: what was typed.
  ///   - book: in which it was looked for.
  ///   - ignored: parameters of the API that are not heeded here.
  ///   - base: scheme, host and prefix, without a slash at the end.
  package init(
    _ terms: [SearchableText.Term], of query: String, in book: Book,
    ignoring ignored: [String], base: String
  ) {
    self.terms = terms
    self.query = query
    self.ignored = ignored
    links = ReadingLinks(book.path, base: base)
  }

  /// The answer.
  ///
  /// - Parameter version: of the API that is spoken.
  /// - Returns: one line with its end.
  package func json(_ version: SearchVersion) -> String {
    var json = JSONWriter()
    json.object { json in
      switch version {
      case .two:
        json.member("@context", "http://iiif.io/api/search/2/context.json")
        json.member("id", links.autocomplete(.two, query))
        json.member("type", "TermPage")
      case .one:
        json.member("@context", "http://iiif.io/api/search/1/context.json")
        json.member("@id", links.autocomplete(.one, query))
        json.member("@type", "search:TermList")
      }
      if !ignored.isEmpty {
        json.key("ignored")
        json.strings(ignored)
      }
      switch version {
      case .two: json.key("items")
      case .one: json.key("terms")
      }
      json.array { json in
        for term in terms { put(term, version, &json) }
      }
    }
    return json.text + "\n"
  }

  private func put(
    _ term: SearchableText.Term, _ version: SearchVersion, _ json: inout JSONWriter
  ) {
    json.object { json in
      switch version {
      case .two:
        json.member("value", term.text)
        json.key("total")
      case .one:
        json.member("match", term.text)
        json.member("url", links.contentSearch(.one, term.text, from: 0))
        json.key("count")
      }
      json.integer(Int64(term.count))
    }
  }
}
