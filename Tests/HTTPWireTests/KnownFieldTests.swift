import Testing

@testable import HTTPWire

@Suite struct KnownFieldTests {
  @Test func `every field has a place in a table`() {
    let count = KnownField.Table<UInt16>(repeating: 0).count
    #expect(count == KnownField.allCases.count)
    #expect(KnownField.allCases.allSatisfy { Int($0.rawValue) < count })
  }

  @Test(
    arguments: [
      ("Accept", .accept), ("accept-encoding", .acceptEncoding), ("CONNECTION", .connection),
      ("Content-Length", .contentLength), ("Expect", .expect), ("Host", .host),
      ("If-Match", .ifMatch), ("If-Modified-Since", .ifModifiedSince),
      ("If-None-Match", .ifNoneMatch), ("If-Range", .ifRange),
      ("If-Unmodified-Since", .ifUnmodifiedSince), ("Range", .range), ("Referer", .referer),
      ("Transfer-Encoding", .transferEncoding), ("User-Agent", .userAgent),
      ("X-Forwarded-Host", .forwardedHost), ("X-Forwarded-Proto", .forwardedProto),
      ("Hosts", nil), ("", nil), ("Cookie", nil), ("X-Forwarded-For", nil),
    ] as [(String, KnownField?)])
  func `names are known in any case`(name: String, expected: KnownField?) {
    let field = KnownField(Array(name.utf8).span)
    #expect(field == expected)
  }
}
