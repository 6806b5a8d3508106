import Foundation
import ServiceBench
import Testing

@testable import TileService

/// Listings of folders that change while they are read.
@Suite struct CatalogueTests {
  private struct Listing: Decodable {
    struct Entry: Decodable {
      let id: String
      var width: Int?
      var height: Int?
      var cover: String?
      var count: Int?
      var more: Bool?
    }
    let entries: [Entry]
    let next: String?
  }

  private static func listing(_ query: String, _ bench: ServiceBench) throws -> Listing {
    let answer = try #require(bench.get("/images?" + query))
    try #require(answer.status == 200, "\(answer.text)")
    return try JSONDecoder().decode(Listing.self, from: Data(answer.body))
  }

  /// The names on all pages of a listing.
  static func names(_ query: String, _ bench: ServiceBench) throws -> [String] {
    var names: [String] = []
    var cursor = ""
    while true {
      let page = try listing(query + cursor, bench)
      names += page.entries.map(\.id)
      guard let next = page.next else { return names }
      cursor = "&cursor=\(next)"
    }
  }

  @Test(arguments: [100, 1, 4])
  func `numbers in names count by their value`(limit: Int) throws {
    let folder = try ImageFolder()
    let wanted = [
      "chapter 2", "chapter 10", "Cover.jpg", "IMG_9.jpg", "img_10.jpg", "img_010a.jpg",
      "img_11.jpg", "img_100.jpg", "page 1.9.jpg", "page 1.10.jpg", "page 2.jpg",
      "z1000000000000000000000000000000.jpg", "z1000000000000000000000000000001.jpg",
    ]
    for name in wanted.reversed() {
      try folder.put(name.hasSuffix(".jpg") ? name : "\(name)/a.jpg")
    }
    let bench = try ServiceBench(folder.path)
    #expect(try Self.names("limit=\(limit)", bench) == wanted)
  }

  @Test func `an album has its pages in the same order`() throws {
    let folder = try ImageFolder()
    try folder.put("album/10.tif", "album/9.tif", "album/1.tif", "album/100.tif", "album/sub/2.tif")
    let bench = try ServiceBench(folder.path)
    let text = try #require(bench.get("/images/album")).text
    let places = try ["1", "9", "10", "100"].map {
      try #require(text.range(of: "\"name\":\"\($0).tif\"")).lowerBound
    }
    #expect(places == places.sorted() && !text.contains("sub"))
  }

  @Test func `a cursor goes on where it was though files come and go`() throws {
    let folder = try ImageFolder()
    for number in stride(from: 0, to: 40, by: 2) { try folder.put("\(number).jpg") }
    let bench = try ServiceBench(folder.path)
    let first = try Self.listing("limit=5", bench)
    #expect(first.entries.map(\.id) == ["0.jpg", "2.jpg", "4.jpg", "6.jpg", "8.jpg"])
    // The last of the page goes, one comes before it and one after it.
    try folder.remove("8.jpg")
    try folder.put("1.jpg", "9.jpg")
    let second = try Self.listing("limit=3&cursor=\(try #require(first.next))", bench)
    #expect(second.entries.map(\.id) == ["9.jpg", "10.jpg", "12.jpg"])
    let rest = try Self.names("limit=1000&cursor=\(try #require(second.next))", bench)
    #expect(rest == stride(from: 14, to: 40, by: 2).map { "\($0).jpg" })
  }

  @Test func `what comes and goes is seen at once`() throws {
    let folder = try ImageFolder()
    let bench = try ServiceBench(folder.path)
    #expect(try Self.names("", bench) == [] && bench.get("/images/a.tif")?.status == 404)
    for name in ["a.tif", "b.tif", "c.tif"] {
      try folder.put(name)
      #expect(try Self.names("", bench).contains(name))
      #expect(bench.get("/images/\(name)")?.status == 200)
    }
    // A folder that has been quiet for a while is remembered; its next change is seen all the same.
    try folder.age()
    for _ in 0..<2 { #expect(try Self.names("", bench) == ["a.tif", "b.tif", "c.tif"]) }
    try folder.remove("b.tif")
    #expect(try Self.names("", bench) == ["a.tif", "c.tif"])
    #expect(bench.get("/images/b.tif")?.status == 404)
    try folder.put("new/d.tif")
    #expect(try Self.names("", bench) == ["new", "a.tif", "c.tif"])
    #expect(try Self.names("folder=new", bench) == ["new/d.tif"])
    try folder.rename("new", to: "old")
    #expect(try Self.names("", bench) == ["old", "a.tif", "c.tif"])
    #expect(bench.get("/images/new%2Fd.tif")?.status == 404)
    #expect(bench.get("/images/old%2Fd.tif")?.status == 200)
  }

  @Test func `only images are listed`() throws {
    let folder = try ImageFolder()
    try folder.put(
      "a.jpg", "b.TIFF", "notes.txt", ".hidden.jpg", ".git/c.jpg", "jpg", "d.jpg.part")
    #expect(try Self.names("", ServiceBench(folder.path)) == ["a.jpg", "b.TIFF"])
  }

  @Test func `listings are fresh, and not sent again while nothing changes`() throws {
    let folder = try ImageFolder()
    try folder.put("a.jpg")
    let bench = try ServiceBench(folder.path)
    let first = try #require(bench.get("/images"))
    #expect(first["Cache-Control"] == "no-cache")
    let condition = "If-None-Match: \(try #require(first["ETag"]))"
    #expect(bench.get("/images", condition)?.status == 304)
    try folder.put("b.jpg")
    #expect(bench.get("/images", condition)?.status == 200)
  }

  @Test func `a search finds names at any depth, letter case aside`() throws {
    let folder = try ImageFolder()
    try folder.put("UPPER.JPG", "upper case/a.jpg", "deep/deeper/upper.jpg", "deep/lower.jpg")
    let bench = try ServiceBench(folder.path)
    let all = ["upper case", "deep/deeper/upper.jpg", "UPPER.JPG"]
    for limit in [1, 100] {
      #expect(try Self.names("search=uPPer&limit=\(limit)", bench) == all)
    }
    #expect(try Self.names("search=upper&folder=deep", bench) == ["deep/deeper/upper.jpg"])
    #expect(try Self.names("search=none", bench) == [])
  }

  @Test func `a search finds letters with marks, however they are written`() throws {
    let folder = try ImageFolder()
    // The last one is taken apart, as some file systems keep it.
    let all = ["Muller.jpg", "Müller.jpg", "Mu\u{308}ller.tif"]
    for name in all { try folder.put(name) }
    let bench = try ServiceBench(folder.path)
    for text in ["m%C3%BCller", "M%C3%9CLLER", "Mu%CC%88ller", "muller", "%CC%88"] {
      #expect(Set(try Self.names("search=\(text)", bench)).count == 3, "\(text)")
    }
    #expect(try Self.names("search=m%C3%B6ller", bench) == [])
  }

  @Test(arguments: [100, 1, 3])
  func `listings are sorted by name, date and size, either way`(limit: Int) throws {
    let folder = try ImageFolder()
    try folder.put("b.tif", "d.tif", "a.tif", "c.tif", "below/z.tif", "above/z.tif")
    try folder.append(300, to: "a.tif")
    try folder.append(100, to: "c.tif")
    for (name, age) in [("a.tif", 10), ("b.tif", 40), ("c.tif", 20), ("d.tif", 40)] {
      try folder.age(name, by: Double(age))
    }
    for (name, age) in [("above", 70), ("below", 90)] { try folder.age(name, by: Double(age)) }
    let bench = try ServiceBench(folder.path)
    for (query, wanted) in [
      ("sort=name&order=asc", "above below a b c d"), ("order=desc", "below above d c b a"),
      ("sort=date", "below above b d c a"), ("sort=date&order=desc", "above below a c b d"),
      ("sort=size", "above below b d c a"), ("sort=size&order=desc", "above below a c b d"),
      ("sort=size&search=.tif", "above/z b below/z d c a"),
      ("sort=name&order=desc&search=b", "below above b"),
    ] {
      let names = try Self.names("\(query)&limit=\(limit)", bench)
        .map { $0.hasSuffix(".tif") ? String($0.dropLast(4)) : $0 }
      #expect(names.joined(separator: " ") == wanted, "\(query)")
    }
  }

  @Test(arguments: ["sort=date", "sort=size&order=desc", "order=desc"])
  func `sorted listings go on though files come and go`(query: String) throws {
    let folder = try ImageFolder()
    for number in 10..<30 {
      let name = "\(query.hasSuffix("desc") ? 39 - number : number).tif"
      try folder.put(name)
      try folder.append(100 - number, to: name)
      try folder.age(name, by: Double(1000 - 10 * number))
    }
    let all = (10..<30).map { "\(query.hasSuffix("desc") ? 39 - $0 : $0).tif" }
    let bench = try ServiceBench(folder.path)
    let first = try Self.listing(query + "&limit=5", bench)
    #expect(first.entries.map(\.id) == Array(all[..<5]))
    try folder.remove(all[4])
    let rest = try Self.names(query + "&cursor=\(try #require(first.next))", bench)
    #expect(rest == Array(all[5...]))
  }

  @Test func `images are listed with the size that their heads tell`() throws {
    let folder = try ImageFolder()
    try folder.put(copyOf: "color.tif", as: "color.tif")
    try folder.put(copyOf: "uncut.jpg", as: "uncut.jpg")
    try folder.put(copyOf: "notes.jpg", as: "notes.jpg")
    let bench = try ServiceBench(folder.path)
    for _ in 0..<2 {
      let entries = try Self.listing("", bench).entries
      #expect(entries.map(\.id) == ["color.tif", "notes.jpg", "uncut.jpg"])
      #expect(entries.map(\.width) == [700, nil, 32])
      #expect(entries.map(\.height) == [500, nil, 24])
    }
    // What lies there now is what counts.
    try folder.remove("color.tif")
    try folder.put(copyOf: "gray.tif", as: "color.tif")
    #expect(try Self.listing("", bench).entries.first?.width == 300)
  }

  @Test func `folders are listed with their first image and how many they have`() throws {
    let folder = try ImageFolder()
    try folder.put(
      "a/10.tif", "a/9.tif", "a/notes.txt", "a/.hidden.tif", "b/c/d/1.tif", "b/e/0.tif")
    try folder.makeFolder("empty")
    for number in 0..<12 { try folder.makeFolder("wide/\(number)") }
    let bench = try ServiceBench(folder.path)
    let entries = try Self.listing("", bench).entries
    #expect(entries.map(\.id) == ["a", "b", "empty", "wide"])
    #expect(entries.map(\.cover) == ["a/9.tif", "b/e/0.tif", nil, nil])
    #expect(entries.map(\.count) == [2, 0, 0, 0] && entries.allSatisfy { $0.more == nil })
    // A new cover is seen, and one that goes, at any depth.
    for name in ["a", "b", "b/c", "b/c/d", "b/e"] { try folder.age(name, by: 100) }
    _ = try Self.listing("", bench)
    try folder.put("a/1.tif", "b/c/2.tif")
    #expect(try Self.listing("", bench).entries.map(\.cover) == ["a/1.tif", "b/c/2.tif", nil, nil])
    try folder.remove("b/c/2.tif")
    #expect(try Self.listing("", bench).entries[1].cover == "b/e/0.tif")
  }

  @Test func `a large folder is counted as far as its names are looked at`() throws {
    let folder = try ImageFolder()
    try folder.put("large/1.tif")
    for number in 2...5100 { try folder.link("large/\(number).tif", to: "large/1.tif") }
    let entry = try #require(try Self.listing("", ServiceBench(folder.path)).entries.first)
    #expect(entry.more == true && entry.cover != nil)
    #expect((4900...5000).contains(entry.count ?? 0))
  }
}
