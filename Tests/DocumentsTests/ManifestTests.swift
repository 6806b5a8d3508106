import Books
import Documents
import Foundation
import ImageRequest
import Testing
import TileGeometry
import TileViewport

/// What schemas can't see: which page is where, and what is left out.
@Suite struct ManifestTests {
  private static let limits = RequestLimits(
    maximumWidth: 8192, maximumHeight: 8192, maximumArea: 32_000_000)

  private static var book: Book {
    let sizes: [PageSize] = [
      PageSize(PixelSize(width: 1000, height: 1400)), .unknown,
      PageSize(PixelSize(width: 9000, height: 12_000)),
    ]
    var book = Book(
      path: Array("a b.tif".utf8), kind: .tiff,
      images: .pages(of: Array("a b.tif".utf8), [2, 1, 3]),
      sizes: Runs(sizes))
    book.outline = [
      OutlineEntry(title: "nothing", page: 1),
      OutlineEntry(
        title: "one", page: 0, parts: [OutlineEntry(title: "inner", page: 2)]),
      OutlineEntry(title: "two", page: nil, parts: [OutlineEntry(title: "last", page: 2)]),
    ]
    book.direction = .rightToLeft
    book.layout = .spreads
    book.unpaired = [2]
    book.words.title = "A \"book\""
    book.words.creator = "Somebody"
    book.words.metadata = [.init(label: "Place", values: ["Here", "There"])]
    return book
  }

  private static func object(_ text: String?) throws -> [String: Any] {
    let data = Data(try #require(text).utf8)
    let object = try JSONSerialization.jsonObject(with: data)
    return try #require(object as? [String: Any])
  }

  private static func document(_ book: Book = book) -> ManifestDocument {
    ManifestDocument(book, base: "https://example.org", limits: limits)
  }

  @Test func `pages keep their numbers when one is left out`() throws {
    let manifest = try Self.object(Self.document().manifest(.three))
    let items = try #require(manifest["items"] as? [[String: Any]])
    #expect(
      items.map { $0["id"] as? String } == [
        "https://example.org/presentation/3/a%20b.tif/canvas/p1",
        "https://example.org/presentation/3/a%20b.tif/canvas/p3",
      ])
    #expect(items.map { $0["width"] as? Int } == [1000, 9000])
    #expect(items.map { $0["behavior"] as? [String] } == [nil, ["non-paged"]])
    #expect(manifest["viewingDirection"] as? String == "right-to-left")
    #expect(manifest["behavior"] as? [String] == ["paged"])
  }

  @Test func `the image of a page is the file's own`() throws {
    let canvas = try #require(Self.document().canvas(.three, 1))
    #expect(canvas.contains("\"https://example.org/iiif/3/a%20b.tif;2/full/max/0/default.jpg\""))
    #expect(Self.document().canvas(.three, 2) == nil)
    #expect(Self.document().canvas(.three, 4) == nil)
    #expect(Self.document().canvas(.two, 999_999) == nil)
  }

  @Test func `small pictures are as large as the Image API makes them`() throws {
    for (number, size) in [(1, [183, 256]), (3, [192, 256])] {
      let canvas = try Self.object(Self.document().canvas(.three, number))
      let thumbnail = try #require((canvas["thumbnail"] as? [[String: Any]])?.first)
      #expect([thumbnail["width"] as? Int, thumbnail["height"] as? Int] == size.map { $0 })
    }
    let tiny = Book(
      path: Array("t.png".utf8), kind: .image, images: .files([Array("t.png".utf8)]),
      sizes: Runs([PageSize(PixelSize(width: 3, height: 1))]))
    #expect(
      Self.document(tiny).manifest(.three).contains("\"image/jpeg\",\"width\":3,\"height\":1"))
  }

  @Test func `readers of 2.0 get full where the limits allow it`() throws {
    #expect(
      try #require(Self.document().canvas(.two, 1)).contains("/full/full/0/default.jpg"))
    #expect(try #require(Self.document().canvas(.two, 3)).contains("/full/max/0/default.jpg"))
  }

  @Test func `ranges are numbered alike in both versions`() throws {
    for version in [IIIFVersion.three, .two] {
      let texts = (1...5).map { Self.document().range(version, $0) }
      for (text, title) in zip(texts, ["one", "inner", "two", "last"]) {
        #expect(try #require(text).contains("\"\(title)\""))
      }
      #expect(texts[4] == nil)
    }
    let manifest = Self.document().manifest(.two)
    #expect(!manifest.contains("nothing"))
    #expect(
      manifest.contains(
        "\"label\":\"two\",\"ranges\":[\"https://example.org/presentation/2/a%20b.tif/range/4\"]"))
  }

  @Test func `the root's addresses are a part shorter`() {
    let page = Array("a.jpg".utf8)
    let root = Book(
      path: [], kind: .folder, images: .files([page]),
      sizes: Runs([PageSize(PixelSize(width: 5, height: 5))]))
    let text = Self.document(root).manifest(.three)
    #expect(text.contains("\"id\":\"https://example.org/presentation/3/manifest.json\""))
    #expect(text.contains("\"https://example.org/presentation/3/canvas/p1\""))
    #expect(text.contains("\"https://example.org/presentation/3/collection.json\""))
    #expect(text.contains("\"id\":\"https://example.org/\",\"type\":\"Text\""))
  }

  @Test func `a page of a file belongs to the file, a file to its folder`() {
    let image = { (path: String, kind: Book.Kind) in
      Book(
        path: Array(path.utf8), kind: kind, images: .files([Array(path.utf8)]),
        sizes: Runs([PageSize(PixelSize(width: 5, height: 5))]))
    }
    #expect(
      Self.document(image("f/a.tif;3", .page)).manifest(.three).contains(
        "\"partOf\":[{\"id\":\"https://example.org/presentation/3/f%2Fa.tif/manifest.json\","
          + "\"type\":\"Manifest\"}]"))
    #expect(
      Self.document(image("f/a;3.tif", .image)).manifest(.two).contains(
        "\"within\":\"https://example.org/presentation/2/f/collection.json\""))
  }

  @Test func `words are escaped and in their places`() throws {
    let three = try Self.object(Self.document().manifest(.three))
    #expect((three["label"] as? [String: [String]])?["none"] == ["A \"book\""])
    let metadata = try #require(three["metadata"] as? [[String: [String: [String]]]])
    #expect(metadata[0] == ["label": ["en": ["Author"]], "value": ["none": ["Somebody"]]])
    #expect(metadata[1] == ["label": ["none": ["Place"]], "value": ["none": ["Here", "There"]]])
    let two = try Self.object(Self.document().manifest(.two))
    #expect(two["label"] as? String == "A \"book\"")
  }

  @Test func `without a size there is nothing to show`() {
    let unknown = Book(
      path: [], kind: .folder, images: .files([[1]]), sizes: Runs([.unknown]))
    #expect(!Self.document(unknown).hasCanvases)
    #expect(Self.document().hasCanvases)
  }
}
