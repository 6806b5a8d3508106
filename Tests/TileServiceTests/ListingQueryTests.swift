import HTTPWire
import Testing

@testable import TileService

@Suite struct ListingQueryTests {
  static func query(_ text: String) throws(NotServed) -> ListingQuery {
    try ListingQuery(Array(text.utf8)[...])
  }

  @Test func `what is left out has its default`() throws {
    for query in [try ListingQuery(nil), try Self.query(""), try Self.query("v=1&&")] {
      #expect(query.folder == [] && query.search == [] && query.cursor == nil)
      #expect(query.limit == 100)
    }
  }

  @Test func `values are decoded, and need not be text`() throws {
    let query = try Self.query("folder=a%2Fb%20%FF&search=%C3%A9&limit=1000")
    #expect(query.folder == Array("a/b ".utf8) + [0xFF])
    #expect(query.search == [0xC3, 0xA9] && query.limit == 1000)
  }

  @Test(
    arguments: [(true, "folder"), (false, "a;12"), (false, "\u{e9}\n\u{1}")],
    [(ListingOrder.Key.name, Int64(0)), (.date, -1), (.date, .min), (.size, .max), (.size, 100)])
  func `a cursor is read as it was written`(
    entry: (isFolder: Bool, path: String), sort: (key: ListingOrder.Key, rank: Int64)
  ) throws {
    let last = Catalogue.Found(
      isFolder: entry.isFolder, path: Array(entry.path.utf8), rank: sort.rank)
    let text = ListingCursor(last, sort.key).text
    let read = try #require(
      try Self.query("sort=\(sort.key.rawValue)&cursor=\(text)").cursor)
    #expect(read.last.isFolder == entry.isFolder && read.last.path == last.path)
    #expect(read.last.rank == sort.rank && read.key == sort.key)
    for other in ListingOrder.Key.allCases where other != sort.key {
      #expect(throws: NotServed.self) { try Self.query("sort=\(other)&cursor=\(text)") }
    }
  }

  @Test(
    arguments: [
      "limit=0", "limit=1001", "limit=-1", "limit=%2B5", "limit=", "limit=5x", "limit=00005",
      "cursor=zz", "cursor=6", "cursor=7861", "cursor=66616", "color=red", "folder=a&folder=b",
      "folder=%zz", "folder=%f", "sort=", "sort=Name", "order=", "order=up", "cursor=66",
      "sort=size&cursor=730000000000000064", "sort=size&cursor=73000000000000006466",
      "sort=size&cursor=730000000000000064ff61", "sort=size&sort=size",
    ])
  func `what makes no sense is named`(text: String) throws {
    let problem = try #require(throws: NotServed.self) { try Self.query(text) }
    #expect(problem.status == .badRequest && !problem.detail.isEmpty)
  }

  @Test func `values have bounds`() throws {
    _ = try Self.query("folder=" + String(repeating: "a", count: 4095))
    for text in [
      "folder=" + String(repeating: "a", count: 4096),
      "search=" + String(repeating: "a", count: 257),
    ] {
      #expect(throws: NotServed.self) { try Self.query(text) }
    }
  }

  @Test(arguments: ["a.jpg", "folder/", "m", "é"])
  func `a cursor of keys is read as it was written, and goes one way alone`(key: String) throws {
    let text = ListingCursor(behindKey: Array(key.utf8)).text
    let read = try #require(try Self.query("cursor=\(text)").cursor)
    #expect(read.isByKey && read.lastKey == Array(key.utf8))
    #expect(read.last.isFolder == key.hasSuffix("/"))
    for other in ["order=desc", "sort=size", "sort=date"] {
      #expect(throws: NotServed.self) { try Self.query("\(other)&cursor=\(text)") }
    }
    let sorted = ListingCursor(read.last, .name).text
    #expect(try Self.query("cursor=\(sorted)").cursor?.isByKey == false)
  }
}
