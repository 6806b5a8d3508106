import ByteText
import ImageRequest

/// A folder's folders and images, a page of them.
package struct ListingDocument: Sendable {
  package enum Entry: Sendable {
    case folder(path: [UInt8])
    /// An image by what its folder says of it; it was modified so many seconds after 1970 began.
    case image(path: [UInt8], bytes: Int64, modified: Int64)
  }

  /// Below the root; empty for the root itself.
  package var folder: [UInt8]
  package var entries: [Entry]
  /// What the next page is asked for with.
  package var next: String?

  package init(folder: [UInt8], entries: [Entry], next: String?) {
    self.folder = folder
    self.entries = entries
    self.next = next
  }

  package func json(base: String) -> String {
    var json = JSONWriter()
    json.object { json in
      json.key("folder")
      json.string(String(decoding: folder, as: UTF8.self))
      json.key("parent")
      json.string(parent)
      json.key("entries")
      json.array { json in
        for entry in entries { Self.put(entry, base, &json) }
      }
      json.key("next")
      json.string(next)
    }
    return json.text + "\n"
  }

  private var parent: String? {
    guard !folder.isEmpty else { return nil }
    guard let slash = folder.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(decoding: folder[..<slash], as: UTF8.self)
  }

  private static func put(_ entry: Entry, _ base: String, _ json: inout JSONWriter) {
    json.object { json in
      switch entry {
      case .folder(let path):
        let name = ImageName(path: path)
        let links = ImageLinks(name: name, base: base)
        put(name, "folder", &json)
        json.key("links")
        json.object { json in
          json.key("list")
          json.string("\(base)\(RouteTable[.listing].path([:]))?folder=\(name.text)")
          json.key("album")
          json.string(links.image)
          json.key("view")
          json.string(links.view)
        }
      case .image(let path, let bytes, let modified):
        let name = ImageName(path: path)
        put(name, "image", &json)
        json.key("bytes")
        json.integer(bytes)
        json.key("modified")
        json.integer(modified)
        json.key("links")
        ImageLinks(name: name, base: base).putShort(&json)
      }
    }
  }

  private static func put(_ name: ImageName, _ type: String, _ json: inout JSONWriter) {
    let text = name.decodedText
    json.key("type")
    json.string(type)
    json.key("id")
    json.string(text)
    json.key("name")
    json.string(text.split(separator: "/").last.map(String.init) ?? text)
  }
}

/// A folder, or a file of several pages, as pages side by side.
package struct AlbumDocument: Sendable {
  package struct Page: Sendable {
    package let path: [UInt8]
    /// What is known of it without cutting it.
    package let size: (width: Int64, height: Int64)?
    package let version: String?

    package init(path: [UInt8], size: (width: Int64, height: Int64)?, version: String?) {
      self.path = path
      self.size = size
      self.version = version
    }
  }

  package var path: [UInt8]
  package var pages: [Page]

  package init(path: [UInt8], pages: [Page]) {
    self.path = path
    self.pages = pages
  }

  package func json(base: String) -> String {
    let text = String(decoding: path, as: UTF8.self)
    var json = JSONWriter()
    json.object { json in
      json.key("type")
      json.string("album")
      json.key("id")
      json.string(text)
      json.key("name")
      json.string(text.split(separator: "/").last.map(String.init) ?? text)
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
            json.key("links")
            ImageLinks(name: name, base: base).putShort(&json)
          }
        }
      }
    }
    return json.text + "\n"
  }
}

extension ImageLinks {
  fileprivate func putShort(_ json: inout JSONWriter) {
    json.object { json in
      json.key("image")
      json.string(image)
      json.key("view")
      json.string(view)
      json.key("thumbnail")
      json.string(thumbnail)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func optional(_ value: Int64?) {
    if let value { integer(value) } else { null() }
  }
}
