import Books
import ByteText
import ImageRequest
import TileViewport

/// Writes a book as Presentation 2.1 has it, for readers that know no later one.
struct Manifest2 {
  static let context = "http://iiif.io/api/presentation/2/context.json"

  private let document: ManifestDocument
  private let links: PresentationLinks

  init(_ document: ManifestDocument) {
    self.document = document
    links = PresentationLinks(.two, path: document.book.path, base: document.base)
  }

  func manifest() -> String {
    let book = document.book
    let pages = (0..<book.pageCount).lazy.compactMap { document.page(at: $0) }
    var json = JSONWriter()
    json.object { json in
      json.begin(links.manifest, "sc:Manifest", book.title, isWhole: true)
      putWords(book.words, &json)
      if let cover = pages.first { json.thumbnail2(cover) }
      json.related(links.homepage)
      let (path, isDocument) = document.container
      let container = PresentationLinks(.two, path: path, base: document.base)
      json.member("within", isDocument ? container.manifest : container.collection)
      json.key("sequences")
      json.array { json in
        json.object { json in
          json.begin(links.manifest + "#sequence", "sc:Sequence", nil, isWhole: false)
          json.member("viewingHint", book.layout.behavior)
          if let direction = book.direction.viewingDirection {
            json.member("viewingDirection", direction)
          }
          json.key("canvases")
          json.array { json in
            for page in pages { json.object { put(page, isWhole: false, &$0) } }
          }
        }
      }
      if document.book.text != .none {
        json.key("service")
        json.object { $0.searchService1(ReadingLinks(document.book.path, base: document.base)) }
      }
      putStructures(&json)
    }
    return json.text + "\n"
  }

  func document(of page: BookPage) -> String {
    var json = JSONWriter()
    json.object { json in
      put(page, isWhole: true, &json)
      json.member("within", links.manifest)
    }
    return json.text + "\n"
  }

  func document(ofRange number: Int) -> String? {
    var count = 0
    guard let entry = document.outline.entry(number, counting: &count) else { return nil }
    var json = JSONWriter()
    json.object { json in
      put(entry, number, isWhole: true, &json)
      json.member("within", links.manifest)
    }
    return json.text + "\n"
  }

  private func putWords(_ words: BookWords, _ json: inout JSONWriter) {
    if let description = words.description { json.member("description", description) }
    let statements = document.statements
    if !statements.isEmpty {
      json.key("metadata")
      json.array { json in
        for statement in statements {
          json.object { json in
            json.member("label", statement.label)
            json.key("value")
            if statement.values.count == 1 {
              json.string(statement.values[0])
            } else {
              json.strings(statement.values)
            }
          }
        }
      }
    }
    if let rights = document.rights { json.member("license", rights) }
    if let attribution = words.attribution { json.member("attribution", attribution) }
  }

  private func put(_ page: BookPage, isWhole: Bool, _ json: inout JSONWriter) {
    let canvas = links.canvas(page.place)
    json.begin(canvas, "sc:Canvas", page.label, isWhole: isWhole)
    json.size(page.size)
    if page.isUnpaired, document.book.layout == .spreads {
      json.member("viewingHint", "non-paged")
    }
    json.thumbnail2(page)
    json.key("images")
    json.array { json in
      json.object { json in
        json.begin(canvas + "/painting", "oa:Annotation", nil, isWhole: false)
        json.member("motivation", "sc:painting")
        json.key("resource")
        json.object { json in
          json.begin(
            page.image.whole(.two, isServed: page.hasWholeImage), "dctypes:Image", nil,
            isWhole: false)
          json.member("format", "image/jpeg")
          json.size(page.size)
          json.key("service")
          json.object { json in
            json.member("@context", "\(IIIFVersion.two.context)")
            json.member("@id", page.image.service(.two))
            json.member("profile", "\(IIIFVersion.two.profile)")
          }
        }
        json.member("on", canvas)
      }
    }
    let isRead = document.book.text == .handedOut
    let lists =
      (isRead ? [links.text(page.place)] : [])
      + (document.leads(page) ? [links.links(page.place)] : [])
    if !lists.isEmpty {
      json.key("otherContent")
      json.array { json in
        for list in lists {
          json.object { $0.begin(list, "sc:AnnotationList", nil, isWhole: false) }
        }
      }
    }
    guard isRead else { return }
    json.key("seeAlso")
    json.object { json in
      json.member("@id", document.alto(of: page))
      json.member("format", "application/xml")
      json.member("profile", ManifestDocument.altoProfile)
    }
  }

  /// One flat list; nesting is told by addresses.
  private func putStructures(_ json: inout JSONWriter) {
    let outline = document.outline
    guard !outline.isEmpty else { return }
    json.key("structures")
    json.array { json in
      var number = 1
      putAll(outline, &number, &json)
    }
  }

  private func putAll(_ entries: [OutlineEntry], _ number: inout Int, _ json: inout JSONWriter) {
    for entry in entries {
      let own = number
      json.object { put(entry, own, isWhole: false, &$0) }
      number += 1
      putAll(entry.parts, &number, &json)
    }
  }

  private func put(
    _ entry: OutlineEntry, _ number: Int, isWhole: Bool, _ json: inout JSONWriter
  ) {
    json.begin(links.range(number), "sc:Range", entry.title, isWhole: isWhole)
    if !entry.parts.isEmpty {
      var next = number + 1
      json.key("ranges")
      json.array { json in
        for part in entry.parts {
          json.string(links.range(next))
          next += part.count
        }
      }
    }
    guard let page = entry.page else { return }
    json.key("canvases")
    json.strings([links.canvas(page)])
  }
}
