import ByteText
import ImageRequest
import TileGeometry

/// What documents of Presentation 2.1 are made of.
extension JSONWriter {
  /// What every resource begins with.
  ///
  /// - Parameters:
  ///   - id: its address.
  ///   - type: what it is.
  ///   - label: nil for what nobody sees.
  ///   - isWhole: whether it is a document by itself.
  mutating func begin(_ id: String, _ type: String, _ label: String?, isWhole: Bool) {
    if isWhole { member("@context", Manifest2.context) }
    member("@id", id)
    member("@type", type)
    if let label { member("label", label) }
  }

  /// A page's small picture; without a service, so that viewers take it as it is.
  mutating func thumbnail2(_ page: BookPage) {
    key("thumbnail")
    object { json in
      json.begin(page.image.thumbnail, "dctypes:Image", nil, isWhole: false)
      json.member("format", "image/jpeg")
      json.size(page.thumbnailSize)
    }
  }

  /// Where a book is searched, by version 1 of the Content Search API; readers of Presentation 3 know
  /// it too.
  mutating func searchService1(_ links: ReadingLinks) {
    member("@context", "http://iiif.io/api/search/1/context.json")
    member("@id", links.contentSearch(.one))
    member("@type", "SearchService1")
    member("profile", "http://iiif.io/api/search/1/search")
    key("service")
    object { json in
      json.member("@id", links.autocomplete(.one))
      json.member("@type", "AutoCompleteService1")
      json.member("profile", "http://iiif.io/api/search/1/autocomplete")
    }
  }

  /// The page that shows it to people.
  mutating func related(_ address: String) {
    key("related")
    object { json in
      json.member("@id", address)
      json.member("format", "text/html")
    }
  }
}
