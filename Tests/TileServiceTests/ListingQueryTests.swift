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

  @Test(arguments: [(true, "folder"), (false, "a;12"), (false, "\u{e9}\n\u{1}"), (true, "")])
  func `a cursor is read as it was written`(isFolder: Bool, path: String) throws {
    let last = Catalogue.Found(isFolder: isFolder, path: Array(path.utf8))
    let text = ListingCursor(last).text
    guard path.utf8.count > 0 else { return }
    let read = try #require(try Self.query("cursor=\(text)").cursor)
    #expect(read.last.isFolder == isFolder && read.last.path == last.path)
  }

  @Test(
    arguments: [
      "limit=0", "limit=1001", "limit=-1", "limit=%2B5", "limit=", "limit=5x", "limit=00005",
      "cursor=zz", "cursor=6", "cursor=7861", "cursor=66616", "color=red", "folder=a&folder=b",
      "folder=%zz", "folder=%f",
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
}
