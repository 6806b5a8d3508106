import S3Wire
import Testing

@Suite struct RedirectionTests {
  private func follow(
    _ base: String, _ location: String
  ) throws -> WireRequest {
    let address = try WebAddress(parsing: base)
    var request = WireRequest(address.origin, path: address.target("a".utf8))
    request.add(range: 0..<5)
    request.add("authorization", Array("Bearer MARKED".utf8))
    return try Redirection(to: address.redirects).request(
      after: request, to: Array(location.utf8))
  }

  private let base = "https://host/b/?redirects=https://cdn.example.org,http://old.example.org"

  @Test(arguments: [
    ("https://cdn.example.org/x?y=%20#z", "https://cdn.example.org/x?y=%20"),
    ("https://CDN.example.org:443", "https://cdn.example.org/"),
    ("/elsewhere", "https://host/elsewhere"),
  ])
  func `named origins are followed, without what proves who asks`(
    location: String, address: String
  ) throws {
    let next = try follow(base, location)
    #expect(String(decoding: next.address, as: UTF8.self) == address)
    #expect(next.fields.map(\.name) == ["range"])
  }

  @Test(arguments: [
    "https://other.example.org/", "http://old.example.org/", "http://host/", "https://host:444/",
    "https://cdn.example.org@evil/", "https://cdn.example.org.evil/", "//cdn.example.org/", "",
    "x", "file:///etc/passwd", "https://cdn.example.org/a b", "https://cdn.example.org/\r\nX: y",
  ])
  func `all others are not`(location: String) {
    #expect(throws: EngineFailure.self) { try follow(base, location) }
  }

  @Test func `without a name nobody is followed`() {
    #expect(throws: EngineFailure.self) { try follow("https://host/b/", "/elsewhere") }
  }
}
