import Books
import ByteText
import ImageRequest
import TileViewport

/// Writes a book as Presentation 3.0 has it.
struct Manifest3 {
  static let context = "http://iiif.io/api/presentation/3/context.json"

  private let document: ManifestDocument
  private let links: PresentationLinks

  init(_ document: ManifestDocument) {
    self.document = document
    links = PresentationLinks(.three, path: document.book.path, base: document.base)
  }

  func manifest() -> String {
    let book = document.book
    var json = JSONWriter()
    json.object { json in
      json.member("@context", Self.context)
      json.member("id", links.manifest)
      json.member("type", "Manifest")
      json.label(book.title)
      putWords(book.words, &json)
      json.key("behavior")
      json.strings([book.layout.behavior])
      if let direction = book.direction.viewingDirection {
        json.member("viewingDirection", direction)
      }
      if let cover = firstPage { json.thumbnail(cover) }
      json.homepage(links.homepage)
      putText(&json)
      putContainer(&json)
      json.key("items")
      json.array { json in
        for place in 0..<book.pageCount {
          guard let page = document.page(at: place) else { continue }
          json.object { put(page, &$0) }
        }
      }
      putStructures(&json)
    }
    return json.text + "\n"
  }

  func document(of page: BookPage) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("@context", Self.context)
      put(page, &json)
      putManifest(&json)
    }
    return json.text + "\n"
  }

  func document(ofRange number: Int) -> String? {
    var count = 0
    guard let entry = document.outline.entry(number, counting: &count) else { return nil }
    var json = JSONWriter()
    json.object { json in
      json.member("@context", Self.context)
      var next = number
      put(entry, &next, &json)
      putManifest(&json)
    }
    return json.text + "\n"
  }

  private var firstPage: BookPage? {
    (0..<document.book.pageCount).lazy.compactMap { document.page(at: $0) }.first
  }

  private func putWords(_ words: BookWords, _ json: inout JSONWriter) {
    if let description = words.description {
      json.key("summary")
      json.object { $0.languageMap("none", [description]) }
    }
    let statements = document.statements
    if !statements.isEmpty {
      json.key("metadata")
      json.array { json in
        for statement in statements { json.object { $0.statement(statement) } }
      }
    }
    if let rights = document.rights { json.member("rights", rights) }
    if let attribution = words.attribution {
      json.key("requiredStatement")
      json.object { json in
        json.statement(
          BookWords.Statement(label: "Attribution", values: [attribution], isNamedByUs: true))
      }
    }
  }

  private func putContainer(_ json: inout JSONWriter) {
    let (path, isDocument) = document.container
    let links = PresentationLinks(.three, path: path, base: document.base)
    json.key("partOf")
    json.reference(
      isDocument ? links.manifest : links.collection, isDocument ? "Manifest" : "Collection")
  }

  /// Where the book is searched, and where its text is as a whole.
  private func putText(_ json: inout JSONWriter) {
    let links = ReadingLinks(document.book.path, base: document.base)
    switch document.book.text {
    case .none: return
    case .searched: break
    case .handedOut:
      json.key("rendering")
      json.array { json in
        json.object { json in
          json.member("id", links.plainText)
          json.member("type", "Text")
          json.label("Text", in: "en")
          json.member("format", "text/plain")
        }
      }
    }
    json.key("service")
    json.array { json in
      json.object { json in
        json.member("id", links.contentSearch(.two))
        json.member("type", "SearchService2")
        json.key("service")
        json.reference(links.autocomplete(.two), "AutoCompleteService2")
      }
      json.object { $0.searchService1(links) }
    }
  }

  /// What parts by themselves say of where they belong.
  private func putManifest(_ json: inout JSONWriter) {
    json.key("partOf")
    json.reference(links.manifest, "Manifest")
  }

  private func put(_ page: BookPage, _ json: inout JSONWriter) {
    let canvas = links.canvas(page.place)
    json.member("id", canvas)
    json.member("type", "Canvas")
    json.label(page.label)
    json.size(page.size)
    if page.isUnpaired, document.book.layout == .spreads {
      json.key("behavior")
      json.strings(["non-paged"])
    }
    json.thumbnail(page)
    json.key("items")
    json.array { json in
      json.object { json in
        json.member("id", canvas + "/image")
        json.member("type", "AnnotationPage")
        json.key("items")
        json.array { json in
          json.object { json in
            json.member("id", canvas + "/painting")
            json.member("type", "Annotation")
            json.member("motivation", "painting")
            json.key("body")
            json.object { put(bodyOf: page, &$0) }
            json.member("target", canvas)
          }
        }
      }
    }
    let isRead = document.book.text == .handedOut
    let annotations =
      (isRead ? [links.text(page.place)] : [])
      + (document.leads(page) ? [links.links(page.place)] : [])
    if !annotations.isEmpty {
      json.key("annotations")
      json.references(annotations, "AnnotationPage")
    }
    guard isRead else { return }
    json.key("seeAlso")
    json.array { json in
      json.object { json in
        json.member("id", document.alto(of: page))
        json.member("type", "Dataset")
        json.member("format", "application/xml")
        json.member("profile", ManifestDocument.altoProfile)
      }
    }
  }

  private func put(bodyOf page: BookPage, _ json: inout JSONWriter) {
    json.member("id", page.image.whole(.three))
    json.member("type", "Image")
    json.member("format", "image/jpeg")
    json.size(page.size)
    json.key("service")
    json.array { json in
      json.object { json in
        json.member("id", page.image.service(.three))
        json.member("type", "ImageService3")
        json.member("profile", "level2")
      }
    }
  }

  private func putStructures(_ json: inout JSONWriter) {
    let outline = document.outline
    guard !outline.isEmpty else { return }
    var number = 1
    json.key("structures")
    json.array { json in
      for entry in outline { json.object { put(entry, &number, &$0) } }
    }
  }

  private func put(_ entry: OutlineEntry, _ number: inout Int, _ json: inout JSONWriter) {
    json.member("id", links.range(number))
    number += 1
    json.member("type", "Range")
    json.label(entry.title)
    json.key("items")
    json.array { json in
      if let page = entry.page {
        json.object { json in
          json.member("id", links.canvas(page))
          json.member("type", "Canvas")
        }
      }
      for part in entry.parts { json.object { put(part, &number, &$0) } }
    }
  }
}

extension [OutlineEntry] {
  /// An entry by its number in the order of the manifest, from 1.
  ///
  /// - Parameters:
  ///   - number: the entry's.
  ///   - count: those before the first of these; grows by what is passed.
  /// - Returns: nil where there are not so many.
  func entry(_ number: Int, counting count: inout Int) -> OutlineEntry? {
    for entry in self {
      count += 1
      if count == number { return entry }
      if let found = entry.parts.entry(number, counting: &count) { return found }
    }
    return nil
  }
}
