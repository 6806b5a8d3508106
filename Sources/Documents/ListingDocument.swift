import ByteText
import HTTPWire
import ImageRequest
package import TileGeometry

/// A folder's folders and images, a page of them.
package struct ListingDocument: Sendable {
  package enum Entry: Sendable {
    case folder(Folder)
    case image(Image)
  }

  package struct Folder: Sendable {
    package var path: [UInt8]
    /// The path of the image that stands for it.
    package var cover: [UInt8]?
    /// How many images it holds itself; nil where nobody knows.
    package var count: Int?
    /// Whether there are more than were counted.
    package var isMore: Bool

    package init(path: [UInt8], cover: [UInt8]?, count: Int?, isMore: Bool) {
      self.path = path
      self.cover = cover
      self.count = count
      self.isMore = isMore
    }
  }

  /// An image by what its folder and the head of its file say of it.
  package struct Image: Sendable {
    package var path: [UInt8]
    package var bytes: Int64
    /// In seconds since 1970 began.
    package var modified: Int64
    /// With its orientation applied; nil where nobody knows.
    package var size: PixelSize?

    package init(path: [UInt8], bytes: Int64, modified: Int64, size: PixelSize?) {
      self.path = path
      self.bytes = bytes
      self.modified = modified
      self.size = size
    }
  }

  /// Below the root; empty for the root itself.
  package var folder: [UInt8]
  package var entries: [Entry]
  /// What the next page is asked for with.
  package var next: String?
  /// Whether entries come in the order of a bucket's keys, folders among images: of folders that are
  /// too large to be sorted.
  package var isByKey = false

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
        for entry in entries {
          json.object { json in
            switch entry {
            case .folder(let folder): folder.put(base, &json)
            case .image(let image): image.put(base, &json)
            }
          }
        }
      }
      json.key("next")
      json.string(next)
      if isByKey {
        json.key("order")
        json.string("key")
      }
    }
    return json.text + "\n"
  }

  private var parent: String? {
    guard !folder.isEmpty else { return nil }
    guard let slash = folder.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(decoding: folder[..<slash], as: UTF8.self)
  }
}

extension ListingDocument.Folder {
  fileprivate func put(_ base: String, _ json: inout JSONWriter) {
    let name = ImageName(path: path)
    let cover = cover.map { ImageName(path: $0) }
    let links = ImageLinks(name: name, base: base)
    json.name(name, "folder")
    json.key("cover")
    json.string(cover?.decodedText)
    json.key("count")
    json.optional(count.map(Int64.init))
    if isMore {
      json.key("more")
      json.boolean(true)
    }
    json.key("links")
    json.object { json in
      json.key("list")
      json.string("\(base)\(RouteTable[.listing].path([:]))?folder=\(name.text)")
      json.key("album")
      json.string(links.image)
      json.key("view")
      json.string(links.view)
      json.key("thumbnail")
      json.string(cover.map { ImageLinks(name: $0, base: base).thumbnail })
    }
  }
}

extension ListingDocument.Image {
  fileprivate func put(_ base: String, _ json: inout JSONWriter) {
    let name = ImageName(path: path)
    json.name(name, "image")
    json.key("width")
    json.optional(size?.width)
    json.key("height")
    json.optional(size?.height)
    json.key("bytes")
    json.integer(bytes)
    json.key("modified")
    json.integer(modified)
    json.key("modifiedAt")
    json.string { HTTPDate.appendISO8601(modified, to: &$0) }
    json.key("links")
    ImageLinks(name: name, base: base).putShort(&json)
  }
}

extension JSONWriter {
  /// What every entry begins with.
  fileprivate mutating func name(_ name: ImageName, _ type: String) {
    let text = name.decodedText
    key("type")
    string(type)
    key("id")
    string(text)
    key("name")
    string(text.split(separator: "/").last.map(String.init) ?? text)
  }
}
