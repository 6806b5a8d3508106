import HTTPWire
import Testing

@testable import TileService

@Suite struct BaseAddressTests {
  static func configuration(
    _ set: (inout ServiceConfiguration) -> Void = { _ in }
  ) -> ServiceConfiguration {
    var configuration = ServiceConfiguration()
    set(&configuration)
    return configuration
  }

  static let forwarded = [
    "X-Forwarded-Proto: https", "X-Forwarded-Host: evil.test, images.example.org",
    "X-Forwarded-Prefix: /tiles/",
  ]

  static func request(_ lines: [String]) throws -> Request {
    switch lines.count {
    case 0: try .reading("/")
    case 1: try .reading("/", lines[0])
    default: try .reading("/", lines[0], lines[1], lines[2])
    }
  }

  @Test func `a request says where we are, and own documents need not`() throws {
    let base = BaseAddress(try Self.request([]), Self.configuration())
    #expect((base.absolute, base.relative, base.path) == ("http://bench", "", ""))
  }

  @Test func `a proxy is heard only where it is trusted`() throws {
    let request = try Self.request(Self.forwarded)
    #expect(BaseAddress(request, Self.configuration()).absolute == "http://bench")
    let trusting = BaseAddress(request, Self.configuration { $0.trustsForwarded = true })
    // The proxy next to us comes last.
    #expect(trusting.absolute == "https://images.example.org/tiles")
    #expect((trusting.relative, trusting.path) == (trusting.absolute, "/tiles"))
  }

  @Test(
    arguments: [
      "X-Forwarded-Host: evil\"><script>", "X-Forwarded-Host: a b", "X-Forwarded-Host: ,",
      "X-Forwarded-Proto: javascript", "X-Forwarded-Prefix: //evil.test",
      "X-Forwarded-Prefix: no-slash", "X-Forwarded-Prefix: /a\"b",
      "X-Forwarded-Prefix: /../evil", "X-Forwarded-Prefix: /a/..", "X-Forwarded-Prefix: /./a",
      "X-Forwarded-Prefix: /a//b", "X-Forwarded-Prefix: /%2e%2E/evil",
      "X-Forwarded-Prefix: /a/%2e", "X-Forwarded-Prefix: /a%2Fb", "X-Forwarded-Prefix: /a%5cb",
      "X-Forwarded-Prefix: /a%0d%0ab", "X-Forwarded-Prefix: /a%00", "X-Forwarded-Prefix: /a%7f",
      "X-Forwarded-Prefix: /a%2", "X-Forwarded-Prefix: /%252e%252e/a",
    ])
  func `what no host, scheme or path is, is not believed`(line: String) throws {
    let configuration = Self.configuration { $0.trustsForwarded = true }
    #expect(BaseAddress(try Self.request([line]), configuration).absolute == "http://bench")
  }

  @Test(arguments: ["https://images.example.org/tiles", "https://images.example.org/tiles/"])
  func `a public address is used whatever requests say`(given: String) throws {
    let address = try PublicAddress(parsing: given)
    let configuration = Self.configuration {
      $0.publicBase = address
      $0.trustsForwarded = true
    }
    let base = BaseAddress(try Self.request(Self.forwarded), configuration)
    #expect(base.absolute == "https://images.example.org/tiles")
    #expect((base.relative, base.path) == (base.absolute, "/tiles"))
  }

  @Test(arguments: ["/a.b", "/..a", "/a...", "/%C3%A9~_-/b", "/a/"])
  func `a prefix of plain parts is believed`(prefix: String) throws {
    let configuration = Self.configuration { $0.trustsForwarded = true }
    let base = BaseAddress(try Self.request(["X-Forwarded-Prefix: \(prefix)"]), configuration)
    #expect(base.path == (prefix == "/a/" ? "/a" : prefix))
  }

  @Test func `what all may keep says nothing of the host that one of them named`() throws {
    func shared(_ configuration: ServiceConfiguration) throws -> String {
      var text: [UInt8] = []
      BaseAddress.appendShared(try Self.request(Self.forwarded), configuration, to: &text)
      return String(decoding: text, as: UTF8.self)
    }
    #expect(try shared(Self.configuration()) == "")
    #expect(try shared(Self.configuration { $0.trustsForwarded = true }) == "/tiles")
    let base = "https://images.example.org/here"
    let address = try PublicAddress(parsing: base)
    #expect(try shared(Self.configuration { $0.publicBase = address }) == base)
  }
}
