import Books
import TileGeometry
import TileViewport
import Testing

@Suite struct BookTests {
  private static func folder(_ sizes: [(Int64, Int64)?]) -> Book {
    Book(
      path: Array("shelf/book".utf8), kind: .folder,
      images: .files(sizes.indices.map { Array("shelf/book/\($0).jpg".utf8) }),
      sizes: Runs(
        sizes.lazy.map { PageSize($0.map { PixelSize(width: $0.0, height: $0.1) }) }))
  }

  private static let upright: [(Int64, Int64)?] = Array(repeating: (1000, 1400), count: 18)

  @Test func `many upright pages alike are an open book`() {
    #expect(Self.folder(Self.upright).layout == .spreads)
    // One in ten may be a fold-out; two may not.
    #expect(Self.folder(Self.upright + [(2000, 1400), (990, 1430)]).layout == .spreads)
    #expect(Self.folder(Self.upright + [(2000, 1400), (2000, 1400), nil]).layout == .single)
  }

  @Test func `few pages, lying ones and unlike ones come one by one`() {
    #expect(Self.folder(Array(Self.upright.prefix(7))).layout == .single)
    #expect(Self.folder(Array(repeating: (1400, 1000), count: 20)).layout == .single)
    #expect(Self.folder((0..<20).map { (1000, 1000 + 150 * $0) }).layout == .single)
    #expect(Self.folder([]).layout == .single)
    #expect(Self.folder([nil, nil]).layout == .single)
  }

  @Test func `strips are scrolled down`() {
    let strips = Self.folder([(800, 2001), (800, 12_000), (800, 9000)])
    #expect(strips.layout == .scroll)
    #expect(strips.direction == .topToBottom)
  }

  @Test func `pages of a file are shown one by one, whatever they look like`() {
    let book = Book(
      path: Array("a.tif".utf8), kind: .tiff, images: .pages(of: Array("a.tif".utf8), [1, 3]),
      sizes: Runs([.unknown, .unknown]))
    #expect(book.layout == .single)
    #expect(book.images.path(at: 1) == Array("a.tif;3".utf8))
    #expect(book.label(at: 1) == "2")
    #expect(book.title == "a.tif")
  }

  @Test func `a folder's pages are called as their files are`() {
    let book = Self.folder([nil, nil])
    #expect(book.title == "book")
    #expect(book.label(at: 1) == "1")
    #expect(Book.name(of: []) == "Images")
  }

  @Test func `an outline without pages is none`() {
    let outline = OutlineEntry(
      title: "all", page: nil,
      parts: [
        OutlineEntry(title: "shown", page: 1),
        OutlineEntry(title: "hidden", page: 2, parts: [OutlineEntry(title: "title", page: nil)]),
      ])
    #expect(
      outline.pruned { $0 < 2 }
        == OutlineEntry(
          title: "all", page: nil, parts: [OutlineEntry(title: "shown", page: 1)]))
    #expect(outline.pruned { _ in false } == nil)
    #expect(outline.count == 4)
  }
}
