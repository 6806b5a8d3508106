import Foundation
import ServiceBench
import Testing

/// Whatever an image is called: the links in documents lead to its tiles, in every protocol.
@Suite struct NamesTests {
  /// Names that break servers: what they are in the file system.
  static let names = [
    "plain.jpg", "two words.jpg", " leading and trailing .jpg", "dots.in.the.middle.jpg",
    "no-ending..jpg", "100%.jpg", "50%25.jpg", "%2e%2e%2f.jpg", "a%2Fb.jpg", "semi;colon.jpg",
    "page;2.jpg", "book.jpg;1.jpg", "hash#tag.jpg", "what?.jpg", "a=1&b=2.jpg", "plus+plus.jpg",
    "comma,comma.jpg", "at@colon:.jpg", "'single'.jpg", "\"double\".jpg", "`back`.jpg",
    "<b>tags<b>.jpg", "back\\slash.jpg", "{z}{x}{y}.jpg", "[shrink=8].jpg", "(round).jpg",
    "tilde~.jpg", "caret^.jpg", "pipe|.jpg", "star*.jpg", "exclamation!.jpg", "dollar$HOME.jpg",
    "-rf.jpg", "new\nline.jpg", "tab\t.jpg", "bell\u{7}.jpg", "caf\u{e9}.jpg", "cafe\u{301}.jpg",
    "日本語の画像.jpg", "עברית.jpg", "emoji 🏔️👩‍🚀.jpg", "\u{202e}right-to-left.jpg",
    // Words that our own addresses are made of.
    "tiles.jpg", "info.json.jpg", "x_files.jpg", "a.dzi.jpg", "ImageProperties.xml.jpg",
    "viewport.jpg", "full.jpg", "UPPER.JPG", String(repeating: "x", count: 240) + ".jpg",
    "two words/in ; it.jpg", "tiles/in ; it.jpg", "viewport/in ; it.jpg", "a_files/in ; it.jpg",
    "100% #1?/in ; it.jpg", "été;1/in ; it.jpg", "deep/deeper/deepest 🏔/in ; it.jpg",
  ]

  private struct Description: Decodable {
    struct Links: Decodable {
      let view, embed, tiles, viewport, viewportTiles, thumbnail, iiif3, iiif2, manifest,
        dzi, zoomify, xyz: String
    }

    let id: String
    let links: Links
  }

  private struct Information: Decodable {
    let id: String?
    let oldID: String?
    private enum CodingKeys: String, CodingKey {
      case id
      case oldID = "@id"
    }
  }

  private struct TileJSON: Decodable { let tiles: [String] }

  private struct View: Decodable {
    struct Tile: Decodable {
      let column, row: Int
      let url: String
    }

    let id: String
    let tiles: [Tile]
  }

  /// Asks for an address as it is written.
  private static func follow(_ link: String, _ bench: ServiceBench) throws -> BenchAnswer {
    #expect(link.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(link)")
    let path = link.hasPrefix("http://bench") ? String(link.dropFirst(12)) : link
    return try #require(bench.get(path))
  }

  private static func read<Document: Decodable>(
    _ type: Document.Type, _ link: String, _ bench: ServiceBench
  ) throws -> Document {
    let answer = try follow(link, bench)
    try #require(answer.status == 200, "\(link): \(answer.text)")
    return try JSONDecoder().decode(type, from: Data(answer.body))
  }

  private static func encoded(_ name: String) -> String {
    name.utf8.map { byte in
      let letter = Character(Unicode.Scalar(byte))
      let isPlain = letter.isASCII && (letter.isLetter || letter.isNumber)
      return isPlain ? String(letter) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  @Test(arguments: names)
  func `every name leads to its tiles in every protocol`(name: String) throws {
    let folder = try ImageFolder()
    try folder.put(copyOf: "color.tif", as: name)
    let bench = try ServiceBench(folder.path)
    let description = try Self.read(
      Description.self, "/images/\(Self.encoded(name))", bench)
    let links = description.links
    #expect(Array(description.id.unicodeScalars) == Array(name.unicodeScalars))

    func body(_ link: String) throws -> [UInt8] { try Self.follow(link, bench).body }
    let template = links.tiles.replacing("{reduction}", with: "0")
    let tile = template.replacing("{column}", with: "0").replacing("{row}", with: "0")
    let native = try Self.follow(tile, bench)
    #expect(native.status == 200 && native["Content-Type"] == "image/jpeg")
    for (link, size) in [(links.iiif3, "256,256"), (links.iiif2, "256,")] {
      let information = try Self.read(Information.self, link, bench)
      let base = try #require(information.id ?? information.oldID)
      #expect(try body("\(base)/0,0,256,256/\(size)/0/default.jpg") == native.body)
      // The address without anything leads to the document.
      let redirect = try Self.follow(base, bench)
      #expect(redirect.status == 303 && redirect["Location"] == "\(base)/info.json")
    }
    #expect(try Self.follow(links.dzi, bench).status == 200)
    #expect(try body(links.dzi.dropLast(4) + "_files/10/0_0.jpg") == native.body)
    #expect(try Self.follow(links.zoomify, bench).status == 200)
    let tier = String(links.zoomify.dropLast("ImageProperties.xml".count)) + "TileGroup0/2-0-0.jpg"
    #expect(try body(tier) == native.body)
    let map = try #require(try Self.read(TileJSON.self, links.xyz, bench).tiles.first)
    let place = try #require(map.range(of: "{z}/{x}/{y}", options: .backwards))
    #expect(try body(map.replacingCharacters(in: place, with: "2/0/0")) == native.body)
    let view = try Self.read(View.self, links.viewport + "?bounds=300,260&zoom=1", bench)
    #expect(Array(view.id.utf8) == Array(name.utf8))
    let first = try #require(view.tiles.first { $0.column == 0 && $0.row == 0 })
    #expect(try body(first.url) == native.body)
    let stream = try body(links.viewportTiles + "?bounds=300,260&zoom=1")
    #expect(stream.firstRange(of: native.body) != nil)
    for page in [links.view, links.embed, links.thumbnail] {
      #expect(try Self.follow(page, bench).status == 200)
    }
  }

  private struct Listing: Decodable {
    struct Entry: Decodable {
      struct Links: Decodable { let image, list, album, thumbnail, view: String? }
      let id: String
      let type: String
      let links: Links
    }

    let folder: String
    let entries: [Entry]
    let next: String?
  }

  @Test func `listings name everything, and their links work`() throws {
    let folder = try ImageFolder()
    for name in Self.names { try folder.put(copyOf: "nested/one.tif", as: name) }
    let bench = try ServiceBench(folder.path)
    var entries: [Listing.Entry] = []
    var cursor: String?
    repeat {
      let query = cursor.map { "&cursor=\($0)" } ?? ""
      let page = try Self.read(Listing.self, "/images?limit=7\(query)", bench)
      entries += page.entries
      cursor = page.next
    } while cursor != nil
    // As bytes: two names may be the same text in two forms.
    let wanted = Set(Self.names.map { Array($0.utf8.prefix { $0 != UInt8(ascii: "/") }) })
    #expect(Set(entries.map { Array($0.id.utf8) }) == wanted && entries.count == wanted.count)
    for entry in entries {
      switch entry.type {
      case "image":
        let image = try #require(entry.links.image)
        #expect(
          Array(try Self.read(Description.self, image, bench).id.utf8) == Array(entry.id.utf8))
        for link in [entry.links.view, entry.links.thumbnail] {
          #expect(try Self.follow(try #require(link), bench).status == 200)
        }
      default:
        let inside = try Self.read(Listing.self, try #require(entry.links.list), bench)
        #expect(inside.folder == entry.id && !inside.entries.isEmpty)
        let album = try Self.follow(try #require(entry.links.album), bench)
        #expect(album.text.contains("\"type\":\"album\""))
      }
    }
  }

  @Test(arguments: names.filter { $0.contains("/") })
  func `plain slashes name the same image`(name: String) throws {
    let folder = try ImageFolder()
    try folder.put(copyOf: "color.tif", as: name)
    let bench = try ServiceBench(folder.path)
    let plain = name.split(separator: "/").map { Self.encoded(String($0)) }.joined(separator: "/")
    let whole = try #require(bench.get("/images/\(Self.encoded(name))/tiles/0/0_0.jpg"))
    #expect(whole.status == 200)
    for address in [
      "/images/\(plain)/tiles/0/0_0.jpg", "/iiif/3/\(plain)/0,0,256,256/max/0/default.jpg",
      "/dzi/\(plain)_files/10/0_0.jpg", "/xyz/\(plain)/2/0/0.jpg",
      "/zoomify/\(plain)/TileGroup0/2-0-0.jpg",
    ] {
      #expect(bench.get(address)?.body == whole.body, "\(address)")
    }
    // Documents name the image as their client wrote it.
    let information = try Self.read(Information.self, "/iiif/3/\(plain)/info.json", bench)
    #expect(information.id == "http://bench/iiif/3/\(plain)")
  }

  @Test func `a file called like a page comes before the page`() throws {
    let folder = try ImageFolder()
    try folder.put(copyOf: "color.tif", as: "page;2.jpg")
    let bench = try ServiceBench(folder.path)
    #expect(bench.get("/images/page;2.jpg/tiles/0/0_0.jpg")?.status == 200)
    // The only page of an image is the image.
    #expect(bench.get("/images/page;2.jpg;1/tiles/0/0_0.jpg")?.status == 200)
    #expect(bench.get("/images/page;2.jpg;2/tiles/0/0_0.jpg")?.status == 404)
  }
}
