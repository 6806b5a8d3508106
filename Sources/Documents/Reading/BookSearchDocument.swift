package import BookText
package import Books
import ByteText
import ImageRequest
import TileGeometry

/// What a search in a book found, in our own words.
package struct BookSearchDocument: Sendable {
  private let book: Book
  private let query: String
  private let found: SearchableText.Found
  private let complete: Double
  private let unreadableCount: Int
  private let isQuoted: Bool

  /// - Parameters:
  ///   - found: what is told.
  ///   - query: what was searched for, as it was typed.
  ///   - book: in which.
  ///   - text: its words, as far as they are known.
  package init(
    _ found: SearchableText.Found, of query: String, in book: Book, _ text: SearchableText
  ) {
    self.found = found
    self.query = query
    self.book = book
    complete = text.complete
    unreadableCount = text.unreadableCount
    isQuoted = text.isHandedOut
  }

  /// Hits in the order of reading, with their boxes in pixels of the page's image.
  ///
  /// - Parameter base: what addresses begin with.
  /// - Returns: one line with its end.
  package func json(base: String) -> String {
    let links = ReadingLinks(book.path, base: base)
    var json = JSONWriter()
    json.object { json in
      json.member("query", query)
      json.key("total")
      json.integer(Int64(found.total))
      json.key("complete")
      json.number(complete)
      if unreadableCount > 0 {
        json.key("unreadable")
        json.integer(Int64(unreadableCount))
      }
      if !isQuoted {
        json.key("quoted")
        json.boolean(false)
      }
      json.key("hits")
      json.array { json in
        for hit in found.hits { put(hit, &json) }
      }
      json.key("next")
      json.string(found.next.map { links.search(query, from: $0) })
    }
    return json.text + "\n"
  }

  private func put(_ hit: TextHit, _ json: inout JSONWriter) {
    json.object { json in
      json.key("page")
      json.integer(Int64(hit.place) + 1)
      json.member("label", book.label(at: hit.place))
      json.member("before", hit.before)
      json.member("match", hit.match)
      json.member("after", hit.after)
      json.key("boxes")
      json.array { json in
        guard let size = book.sizes[hit.place].pixels else { return }
        for box in hit.boxes { PixelBox(box, in: size).put(&json) }
      }
    }
  }
}
