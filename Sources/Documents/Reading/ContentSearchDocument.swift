package import BookText
package import Books
import ByteText
package import ImageRequest
import TileGeometry

/// What a search in a book found, in the words of the IIIF Content Search API.
package struct ContentSearchDocument: Sendable {
  private let book: Book
  private let query: String
  private let found: SearchableText.Found
  private let ignored: [String]
  private let base: String

  /// - Parameters:
  ///   - found: what is told.
  ///   - query: what was searched for, as it was typed.
  ///   - book: in which.
  ///   - ignored: parameters of the API that are not heeded here.
  ///   - base: scheme, host and prefix, without a slash at the end.
  package init(
    _ found: SearchableText.Found, of query: String, in book: Book, ignoring ignored: [String],
    base: String
  ) {
    self.found = found
    self.query = query
    self.book = book
    self.ignored = ignored
    self.base = base
  }

  /// A box of a hit: an annotation by itself.
  private struct Mark {
    let id: String
    let target: String
    let text: String
  }

  private func marks(_ version: SearchVersion) -> [(hit: TextHit, marks: [Mark])] {
    let links = PresentationLinks(version.presentation, path: book.path, base: base)
    return found.hits.enumerated().map { index, hit in
      let canvas = links.canvas(hit.place)
      let size = book.sizes[hit.place].finest
      let fragments = size.map { size in hit.boxes.map { PixelBox($0, in: size).fragment } } ?? []
      // Of a hit of which nobody knows where it lies, the page is shown.
      let targets = fragments.isEmpty ? [""] : fragments
      return (
        hit,
        targets.enumerated().map { line, fragment in
          Mark(
            id: "\(canvas)/hit/\(found.first + index + 1)-\(line + 1)",
            target: canvas + fragment, text: hit.match)
        }
      )
    }
  }

  /// The answer.
  ///
  /// - Parameter version: of the API that is spoken.
  /// - Returns: one line with its end.
  package func json(_ version: SearchVersion) -> String {
    var json = JSONWriter()
    json.object { json in
      switch version {
      case .two: put2(&json)
      case .one: put1(&json)
      }
    }
    return json.text + "\n"
  }

  private var links: ReadingLinks { ReadingLinks(book.path, base: base) }

  private func put2(_ json: inout JSONWriter) {
    let marks = marks(.two)
    let own = links.contentSearch(.two, query, from: found.first)
    json.member("@context", "http://iiif.io/api/search/2/context.json")
    json.member("id", own)
    json.member("type", "AnnotationPage")
    if !ignored.isEmpty {
      json.key("ignored")
      json.strings(ignored)
    }
    json.key("partOf")
    json.object { json in
      json.member("id", links.contentSearch(.two, query, from: 0) + "#all")
      json.member("type", "AnnotationCollection")
      json.key("total")
      json.integer(Int64(found.total))
      json.key("first")
      json.page(links.contentSearch(.two, query, from: 0))
      json.key("last")
      json.page(links.contentSearch(.two, query, from: lastStart))
    }
    json.key("startIndex")
    json.integer(Int64(found.first))
    if let next = found.next {
      json.key("next")
      json.page(links.contentSearch(.two, query, from: next))
    }
    json.key("items")
    json.array { json in
      for mark in marks.flatMap(\.marks) {
        json.object { json in
          json.member("id", mark.id)
          json.member("type", "Annotation")
          json.member("motivation", "supplementing")
          json.key("body")
          json.object { json in
            json.member("type", "TextualBody")
            json.member("value", mark.text)
            json.member("format", "text/plain")
          }
          json.member("target", mark.target)
        }
      }
    }
    guard !marks.isEmpty else { return }
    json.key("annotations")
    json.array { json in
      json.object { json in
        json.member("id", own + "#context")
        json.member("type", "AnnotationPage")
        json.key("items")
        json.array { json in
          for (hit, marks) in marks { putContext(of: hit, marks, &json) }
        }
      }
    }
  }

  private func putContext(of hit: TextHit, _ marks: [Mark], _ json: inout JSONWriter) {
    guard let first = marks.first else { return }
    json.object { json in
      json.member("id", first.id + "/context")
      json.member("type", "Annotation")
      json.member("motivation", "contextualizing")
      json.key("target")
      json.object { json in
        json.member("type", "SpecificResource")
        json.member("source", first.id)
        json.key("selector")
        json.array { json in
          json.object { json in
            json.member("type", "TextQuoteSelector")
            json.member("prefix", hit.before)
            json.member("exact", hit.match)
            json.member("suffix", hit.after)
          }
        }
      }
    }
  }

  /// Where the last part of all hits begins.
  private var lastStart: Int {
    let part = SearchableText.hitsAtATime
    return max(0, (found.total - 1) / part * part)
  }

  private func put1(_ json: inout JSONWriter) {
    let marks = marks(.one)
    json.key("@context")
    json.strings([
      "http://iiif.io/api/presentation/2/context.json", "http://iiif.io/api/search/1/context.json",
    ])
    json.member("@id", links.contentSearch(.one, query, from: found.first))
    json.member("@type", "sc:AnnotationList")
    json.key("within")
    json.object { json in
      json.member("@type", "sc:Layer")
      json.key("total")
      json.integer(Int64(found.total))
      json.member("first", links.contentSearch(.one, query, from: 0))
      json.member("last", links.contentSearch(.one, query, from: lastStart))
      if !ignored.isEmpty {
        json.key("ignored")
        json.strings(ignored)
      }
    }
    json.key("startIndex")
    json.integer(Int64(found.first))
    if let next = found.next {
      json.member("next", links.contentSearch(.one, query, from: next))
    }
    json.key("resources")
    json.array { json in
      for mark in marks.flatMap(\.marks) {
        json.object { json in
          json.member("@id", mark.id)
          json.member("@type", "oa:Annotation")
          json.member("motivation", "sc:painting")
          json.key("resource")
          json.object { json in
            json.member("@type", "cnt:ContentAsText")
            json.member("chars", mark.text)
          }
          json.member("on", mark.target)
        }
      }
    }
    json.key("hits")
    json.array { json in
      for (hit, marks) in marks {
        json.object { json in
          json.member("@type", "search:Hit")
          json.key("annotations")
          json.strings(marks.map(\.id))
          json.member("before", hit.before)
          json.member("match", hit.match)
          json.member("after", hit.after)
        }
      }
    }
  }
}

extension SearchVersion {
  /// The version of the Presentation API that goes with it.
  fileprivate var presentation: IIIFVersion {
    switch self {
    case .one: .two
    case .two: .three
    }
  }
}

extension JSONWriter {
  fileprivate mutating func page(_ id: String) {
    object { json in
      json.member("id", id)
      json.member("type", "AnnotationPage")
    }
  }
}
