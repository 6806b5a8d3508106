import CommandLineInterface
import Posix
import Testing
import TileService

@Suite struct BannerTests {
  static func text(
    _ addresses: [String], isTerminal: Bool = true, image: String? = nil,
    change: (inout ServeSettings) -> Void = { _ in }
  ) throws -> String {
    var settings = ServeSettings()
    settings.folder = "/srv/images"
    change(&settings)
    return Banner.text(
      settings, on: try addresses.map { try SocketAddress(parsing: $0) }, isTerminal: isTerminal
    ) { image }
  }

  @Test func `a log gets one line`() throws {
    let line = "pyramidion: serving /srv/images on http://127.0.0.1:80/, unix:/run/a\n"
    #expect(try Self.text(["127.0.0.1:80", "unix:/run/a"], isTerminal: false) == line)
    #expect(try Self.text(["127.0.0.1:80", "unix:/run/a"]) { $0.isQuiet = true } == line)
  }

  @Test func `a person gets addresses to open`() throws {
    let text = try Self.text(["127.0.0.1:8080"], image: "a%2Fb.jpg") { $0.store = "/srv/store" }
    #expect(text.contains("  images     /srv/images\n"))
    #expect(text.contains("  pyramids   /srv/store, cut when first asked for\n"))
    #expect(text.contains("  gallery    http://127.0.0.1:8080/\n"))
    #expect(text.contains("  a view     http://127.0.0.1:8080/view/a%2Fb.jpg\n"))
    #expect(text.hasSuffix("\nCtrl-C ends it.\n"))
    #expect(!(try Self.text(["127.0.0.1:8080"])).contains("a view"))
  }

  @Test(
    arguments: [
      (["*:81"], nil, "http://localhost:81/"), (["0.0.0.0:81"], nil, "http://localhost:81/"),
      (["unix:/run/a", "[::1]:82"], nil, "http://[::1]:82/"),
      (["*:81"], "https://a.example/tiles", "https://a.example/tiles/"),
      (["*:81"], "https://a.example/tiles/", "https://a.example/tiles/"),
    ] as [([String], String?, String)])
  func `what is opened can be reached`(addresses: [String], publicBase: String?, base: String)
    throws
  {
    let address = try publicBase.map { try PublicAddress(parsing: $0) }
    let text = try Self.text(addresses) { $0.service.publicBase = address }
    #expect(text.contains("  gallery    \(base)\n"))
  }

  @Test func `a socket alone has nothing to open`() throws {
    #expect(!(try Self.text(["unix:/run/a"], image: "a")).contains("gallery"))
  }
}
