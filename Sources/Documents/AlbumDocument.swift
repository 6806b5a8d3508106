package import Books
import ByteText
import ImageRequest

/// A folder, or a file of several pages, as pages side by side.
package struct AlbumDocument: Sendable {
  package struct Page: Sendable {
    package let path: [UInt8]
    /// What is known of it without cutting it.
    package let size: (width: Int64, height: Int64)?
    package let version: String?
    /// What is printed on it, where somebody has told.
    package let label: String?

    package init(
      path: [UInt8], size: (width: Int64, height: Int64)?, version: String?, label: String? = nil
    ) {
      self.path = path
      self.size = size
      self.version = version
      self.label = label
    }
  }

  package var path: [UInt8]
  package var kind: Book.Kind
  package var pages: [Page]
  /// The same as a book; nil where that is not known yet, or not asked for.
  package var book: Book?
  /// What is foreseen of it as a book while that is not known; sizes and layout may be others in the end.
  package var foreseen: Book?
  /// What is wrong with what somebody wrote of it, a sentence each.
  package var problems: [String]
  /// Names a file as it is now; nil for a folder.
  package var edition: String?

  package init(
    path: [UInt8], kind: Book.Kind, pages: [Page], book: Book? = nil, problems: [String] = [],
    edition: String? = nil
  ) {
    self.path = path
    self.kind = kind
    self.pages = pages
    self.book = book
    self.problems = problems
    self.edition = edition
  }

  package func json(base: String) -> String {
    let text = String(decoding: path, as: UTF8.self)
    let links = ImageLinks(name: ImageName(path: path), base: base)
    var json = JSONWriter()
    json.object { json in
      json.key("type")
      json.string("album")
      json.key("id")
      json.string(text)
      json.key("name")
      json.string(text.split(separator: "/").last.map(String.init) ?? text)
      json.member("kind", kind.rawValue)
      if let edition { json.member("edition", edition) }
      book?.put(&json)
      if let foreseen {
        json.key("foreseen")
        json.object { foreseen.put(&$0) }
      }
      if !problems.isEmpty {
        json.key("problems")
        json.array { json in
          for problem in problems { json.string(problem) }
        }
      }
      json.key("pages")
      json.array { json in
        for page in pages {
          let name = ImageName(path: page.path)
          let id = name.decodedText
          json.object { json in
            json.key("id")
            json.string(id)
            json.key("name")
            json.string(id.split(separator: "/").last.map(String.init) ?? id)
            json.key("width")
            json.optional(page.size?.width)
            json.key("height")
            json.optional(page.size?.height)
            json.key("version")
            json.string(page.version)
            if let label = page.label { json.member("label", label) }
            json.key("links")
            ImageLinks(name: name, base: base).putShort(&json)
          }
        }
      }
      json.key("links")
      json.object { json in
        json.member("view", links.view)
        json.member("manifest", links.presentation(.manifest))
        if let book {
          let reading = ReadingLinks(path, base: base)
          if !book.outline.isEmpty || book.missing != nil {
            json.member("outline", reading.outline)
          }
          if book.text != .none { json.member("search", reading.search) }
          if book.text == .handedOut { json.member("text", reading.plainText) }
        }
        if kind == .folder { json.member("collection", links.presentation(.collection)) }
      }
    }
    return json.text + "\n"
  }
}
