import Posix
import Sources
import Testing

@testable import CutJobs

@Suite struct CutLineTests {
  private static let large: Int64 = 1 << 30

  private func order(_ letter: Character, bytes: Int64 = 1) throws -> CutOrder {
    CutOrder(
      version: try #require(PyramidVersion(String(repeating: letter, count: 16))),
      source: try #require(FilePath("/\(letter)")), sourceBytes: bytes, page: nil, replaces: false)
  }

  /// The first letters of what a lane takes, one after the other.
  private func taken(_ line: CutLine, by lane: CutLine.Lane) -> String {
    var line = line
    var text = ""
    while let version = line.next(for: lane) { text += version.text.prefix(1) }
    return text
  }

  @Test func `who came first is served first, and an opened image before small pictures`() throws {
    var line = CutLine()
    line.append(try order("a"), .background)
    line.append(try order("b"), .background)
    line.append(try order("c"), .opened)
    line.append(try order("d"), .opened)
    line.append(try order("e"), .background)
    #expect(taken(line, by: .all) == "cdabe")
    #expect(line.position(of: try order("b").version) == 3)
  }

  @Test func `an image that is opened while it waits overtakes, and never falls back`() throws {
    var line = CutLine()
    for letter: Character in ["a", "b", "c"] { line.append(try order(letter), .background) }
    line.hasten(try order("c").version, to: .opened)
    line.hasten(try order("c").version, to: .background)
    line.hasten(try order("z").version, to: .opened)
    #expect(taken(line, by: .all) == "cab")
  }

  @Test func `one lane takes small sources alone`() throws {
    var line = CutLine()
    line.append(try order("a", bytes: Self.large), .opened)
    line.append(try order("b"), .background)
    line.append(try order("c", bytes: Self.large), .background)
    #expect(taken(line, by: .small) == "b")
    #expect(taken(line, by: .all) == "abc")
    #expect(line.count == 3)
  }

  @Test func `what another host is at comes back when it is due`() throws {
    var line = CutLine()
    let due = Instant.now + .seconds(3600)
    line.postpone(try order("a", bytes: Self.large), until: due)
    line.append(try order("b"), .background)
    #expect(taken(line, by: .all) == "b")
    #expect(line.nextReturn(for: .all) == due)
    // The small ones' lane never takes it, and must not wake for it.
    #expect(line.nextReturn(for: .small) == nil)
    // Who asks for it meanwhile hastens it no further than that.
    line.hasten(try order("a").version, to: .opened)
    #expect(taken(line, by: .all) == "b")
    #expect(line.next(for: .all, now: due) == (try order("a").version))
  }

  @Test func `what another host has done comes back at once`() throws {
    var line = CutLine()
    line.postpone(try order("a"), until: .now + .seconds(3600))
    line.comeBack(try order("b").version)
    #expect(taken(line, by: .all).isEmpty)
    line.comeBack(try order("a").version)
    #expect(taken(line, by: .all) == "a")
    #expect(line.nextReturn(for: .all) == nil)
  }
}
