package import Books
import ByteText
package import ImageRequest
import TileGeometry

/// A folder's own images as one book, its folders and its documents, in the words of the IIIF
/// Presentation API.
package struct CollectionDocument: Sendable {
  /// Below the root; empty for the root itself.
  let path: [UInt8]
  let title: String
  let items: [ShelfItem]
  let base: String

  /// A collection.
  ///
  /// - Parameters:
  ///   - path: the folder's, below the root; empty for the root itself.
  ///   - title: what the folder is called.
  ///   - items: in the order in which they are told.
  ///   - base: scheme, host and prefix, without a slash at the end.
  package init(path: [UInt8], title: String, items: [ShelfItem], base: String) {
    self.path = path
    self.title = title
    self.items = items
    self.base = base
  }

  /// The collection.
  ///
  /// - Parameter version: of the API that is spoken.
  /// - Returns: one line with its end.
  package func json(_ version: IIIFVersion) -> String {
    let links = PresentationLinks(version, path: path, base: base)
    var json = JSONWriter()
    json.object { json in
      switch version {
      case .three: put3(links, &json)
      case .two: put2(links, &json)
      }
    }
    return json.text + "\n"
  }

  private var parent: [UInt8]? { path.isEmpty ? nil : path.folder ?? [] }

  private func put3(_ links: PresentationLinks, _ json: inout JSONWriter) {
    json.member("@context", Manifest3.context)
    json.member("id", links.collection)
    json.member("type", "Collection")
    json.label(title)
    json.homepage(links.homepage)
    if let parent {
      json.key("partOf")
      json.reference(
        PresentationLinks(.three, path: parent, base: base).collection, "Collection")
    }
    json.key("items")
    json.array { json in
      for item in items {
        json.object { json in
          json.member("id", address(of: item, .three))
          json.member("type", item.kind.isManifest ? "Manifest" : "Collection")
          json.label(item.title)
          if let cover = thumbnail(of: item) { json.thumbnail(cover, nil) }
        }
      }
    }
  }

  private func put2(_ links: PresentationLinks, _ json: inout JSONWriter) {
    json.begin(links.collection, "sc:Collection", title, isWhole: true)
    json.related(links.homepage)
    if let parent {
      json.member("within", PresentationLinks(.two, path: parent, base: base).collection)
    }
    putList2("manifests", "sc:Manifest", items.filter(\.kind.isManifest), &json)
    putList2("collections", "sc:Collection", items.filter { !$0.kind.isManifest }, &json)
  }

  private func putList2(
    _ key: String, _ type: String, _ items: [ShelfItem], _ json: inout JSONWriter
  ) {
    guard !items.isEmpty else { return }
    json.key(key)
    json.array { json in
      for item in items {
        json.object { json in
          json.begin(address(of: item, .two), type, item.title, isWhole: false)
          if let cover = thumbnail(of: item) { json.member("thumbnail", cover) }
        }
      }
    }
  }

  private func address(of item: ShelfItem, _ version: IIIFVersion) -> String {
    let links = PresentationLinks(version, path: item.path, base: base)
    return item.kind.isManifest ? links.manifest : links.collection
  }

  private func thumbnail(of item: ShelfItem) -> String? {
    item.cover.map { ImageLinks(name: ImageName(path: $0), base: base).thumbnail }
  }
}

extension ShelfItem.Kind {
  fileprivate var isManifest: Bool {
    switch self {
    case .document, .images: true
    case .folder: false
    }
  }
}
