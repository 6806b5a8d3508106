import Testing

@testable import TileService

@Suite struct FreshnessTests {
  @Test(
    arguments: [
      (nil, .limited), ("", .limited), ("x=1", .limited), ("version=abc", .limited),
      ("xv=abc", .limited), ("v", .limited), ("v=abc", .immutable), ("x=1&v=abc", .immutable),
      ("v=abc&v=other", .immutable), ("v=", .outdated), ("v=ab", .outdated),
      ("v=abcd", .outdated), ("v=other&v=abc", .outdated), ("&&v=abc&", .immutable),
      ("V=abc", .limited),
    ] as [(String?, Freshness)])
  func `an address with the version is kept for ever`(query: String?, freshness: Freshness) {
    let bytes = query.map { Array($0.utf8)[...] }
    #expect(Freshness(bytes, version: Array("abc".utf8)) == freshness)
  }

  /// A query sliced out of a larger buffer, as requests have theirs.
  @Test func `it does not depend on where the bytes lie`() {
    let target = Array("/images/a?z=2&v=abc".utf8)
    #expect(Freshness(target[10...], version: Array("abc".utf8)) == .immutable)
  }
}
