package import Books
import ByteText

/// A book's parts, as a viewer lists them.
package struct OutlineDocument: Sendable {
  private let book: Book

  package init(_ book: Book) { self.book = book }

  /// One line with its end.
  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("id", String(decoding: book.path, as: UTF8.self))
      json.key("outline")
      json.array { json in
        for entry in book.outline { put(entry, &json) }
      }
      if let missing = book.missing { json.member("missing", missing) }
    }
    return json.text + "\n"
  }

  private func put(_ entry: OutlineEntry, _ json: inout JSONWriter) {
    json.object { json in
      json.member("title", entry.title)
      json.key("page")
      json.optional(entry.page.map { Int64($0) + 1 })
      guard !entry.parts.isEmpty else { return }
      json.key("parts")
      json.array { json in
        for part in entry.parts { put(part, &json) }
      }
    }
  }
}
