import Books
import ByteText
import ImageRequest
import TileGeometry

/// What documents of Presentation 3.0 are made of.
extension JSONWriter {
  /// A member of an object whose value is a text.
  mutating func member(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  mutating func size(_ size: PixelSize) {
    key("width")
    integer(size.width)
    key("height")
    integer(size.height)
  }

  /// Texts in one language; `none` where nobody knows which.
  mutating func languageMap(_ language: String, _ values: [String]) {
    key(language)
    strings(values)
  }

  mutating func label(_ text: String, in language: String = "none") {
    key("label")
    object { $0.languageMap(language, [text]) }
  }

  /// A pair to show.
  mutating func statement(_ statement: BookWords.Statement) {
    label(statement.label, in: statement.isNamedByUs ? "en" : "none")
    key("value")
    object { $0.languageMap("none", statement.values) }
  }

  /// A list of one thing that is told of elsewhere.
  mutating func reference(_ id: String, _ type: String) { references([id], type) }

  /// A list of things of one type that are told of elsewhere.
  mutating func references(_ ids: [String], _ type: String) {
    array { json in
      for id in ids {
        json.object { json in
          json.member("id", id)
          json.member("type", type)
        }
      }
    }
  }

  /// A page's small picture; without a service, so that viewers take it as it is.
  mutating func thumbnail(_ page: BookPage) {
    thumbnail(page.image.thumbnail, page.thumbnailSize)
  }

  mutating func thumbnail(_ address: String, _ size: PixelSize?) {
    key("thumbnail")
    array { json in
      json.object { json in
        json.member("id", address)
        json.member("type", "Image")
        json.member("format", "image/jpeg")
        if let size { json.size(size) }
      }
    }
  }

  mutating func homepage(_ address: String) {
    key("homepage")
    array { json in
      json.object { json in
        json.member("id", address)
        json.member("type", "Text")
        json.label("Viewer", in: "en")
        json.member("format", "text/html")
      }
    }
  }
}
