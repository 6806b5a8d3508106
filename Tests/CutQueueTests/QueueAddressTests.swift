import CutQueue
import Testing

@Suite struct QueueAddressTests {
  @Test(arguments: [
    ("postgresql://u@h/d", "postgresql://u@h/d"),
    ("postgres://u:geheim@h:5433/d", "postgres://u:***@h:5433/d"),
    ("postgresql:///d?host=/run/pg", "postgresql:///d?host=/run/pg"),
    (
      "postgresql://u@h/d?password=geheim&sslmode=require",
      "postgresql://u@h/d?password=***&sslmode=require"
    ),
    ("postgresql://u@h/d?PASSWORD=geheim", "postgresql://u@h/d?PASSWORD=***"),
    ("postgresql://u:geh@eim@h/d", "postgresql://u:***@h/d"),
  ])
  func `are shown without passwords`(text: String, shown: String) throws {
    let address = try QueueAddress(parsing: text)
    #expect("\(address)" == shown)
    #expect(address.hasPassword == shown.contains("***"))
    #expect(address.connection == text)
  }

  @Test func `words of others are too, as it is written and as it is meant`() throws {
    let address = try QueueAddress(parsing: "postgresql://u:ge%20heim@h/d")
    #expect(address.withoutSecrets("no ge%20heim, no ge heim.") == "no ***, no ***.")
    #expect(address.withoutSecrets("nothing") == "nothing")
  }

  @Test func `an empty password is none`() throws {
    let address = try QueueAddress(parsing: "postgresql://u:@h/d")
    #expect(!address.hasPassword)
    #expect(address.withoutSecrets("a") == "a")
  }

  @Test(arguments: [
    ("mysql://h/d", QueueAddress.Problem.noAddress), ("", .noAddress), ("h", .noAddress),
    ("postgresql://", .noHost), ("postgresql://?x=1", .noHost), ("postgresql://h/\u{0}", .control),
    ("postgresql://h/\n", .control),
  ])
  func `what is none is refused`(text: String, problem: QueueAddress.Problem) {
    #expect(throws: problem) { try QueueAddress(parsing: text) }
  }
}

@Suite struct QueuedCutTests {
  private func cut(
    _ version: String = "abcdefghijklmn27", source: String = "/a/b.jpg", bytes: Int64 = 1,
    page: Int? = nil
  ) -> QueuedCut? {
    QueuedCut(
      version: version, source: Array(source.utf8), sourceBytes: bytes, page: page, recipe: "",
      replaces: false)
  }

  @Test func `are read like requests`() {
    #expect(cut() != nil && cut(page: 1_000_000) != nil)
    #expect(cut("abcdefghijklmn2") == nil)
    #expect(cut("abcdefghijklmn28") == nil)
    #expect(cut("ABCDEFGHIJKLMN27") == nil)
    #expect(cut(source: "") == nil)
    #expect(cut(source: "/a\u{0}b") == nil)
    #expect(cut(source: String(repeating: "a", count: 4097)) == nil)
    #expect(cut(bytes: -1) == nil)
    #expect(cut(page: 0) == nil)
    #expect(cut(page: 1_000_001) == nil)
  }

  @Test func `lie below a place by whole names`() throws {
    let image = try #require(cut(source: "/images/a/b.jpg"))
    func lies(below places: String...) -> Bool { image.lies(below: places.map { Array($0.utf8) }) }
    #expect(lies(below: "/images") && lies(below: "/images/") && lies(below: "/"))
    #expect(lies(below: "/other", "/images/a/b.jpg"))
    #expect(
      !lies(below: "/image") && !lies(below: "/images/a/b") && !lies(below: "/images/a/b.jpg/c"))
    #expect(!lies())
  }
}
