import Testing
import TileService

@Suite struct PublicAddressTests {
  @Test(
    arguments: [
      ("https://images.example.org", "https://images.example.org"),
      ("HTTPS://images.example.org/", "https://images.example.org"),
      ("http://a.example./tiles/", "http://a.example./tiles"),
      ("http://localhost:8080", "http://localhost:8080"),
      ("https://my_host:1/a/b~/%C3%A9", "https://my_host:1/a/b~/%C3%A9"),
      ("https://127.0.0.1:65535/..a", "https://127.0.0.1:65535/..a"),
      ("http://[2001:db8::7]:81/t", "http://[2001:db8::7]:81/t"),
      ("http://[::1]", "http://[::1]"),
    ])
  func `addresses that paths can be added to are read`(given: String, read: String) throws {
    #expect(try PublicAddress(parsing: given).text == read)
  }

  @Test(
    arguments: [
      ("", "does not begin with http"), ("images.example.org", "does not begin with http"),
      ("//x.org", "does not begin with http"), ("ftp://x", "does not begin with http"),
      ("http:/x", "does not begin with http"), (" http://x", "does not begin with http"),
      ("http://", "names no host"), ("https:///tiles", "names no host"),
      ("https://:80", "names no host"), ("http://[::1", "names no host"),
      ("https://x.org?x=1", "has a query"), ("https://x.org/?x=1", "has a query"),
      ("https://x.org/a#b", "has a query or a fragment"),
      ("https://x .org", "names a host 'x .org'"),
      ("https://ann@x.org", "names a host 'ann@x.org'"),
      ("https://a..b", "names a host"), ("https://x\">", "names a host"),
      ("https://b\u{FC}cher.example", "names a host"), ("http://[x]", "names a host"),
      ("http://[1:2]", "names a host"), ("http://[::1]x", "has a port"),
      ("https://x.org:", "has a port"),
      ("https://x.org:0", "has a port"), ("https://x.org:99999", "has a port"),
      ("https://x.org:8o", "has a port"), ("https://x.org:+1", "has a port"),
      ("https://ann:secret@x.org", "has a port"),
      ("https://x.org/a b", "has a path"), ("https://x.org/../", "has a path"),
      ("https://x.org/a/%2e%2E", "has a path"), ("https://x.org//a", "has a path"),
      ("https://x.org/a%2Fb", "has a path"), ("https://x.org/a\u{0}", "has a path"),
    ])
  func `what is no such address is refused with its reason`(given: String, reason: String) {
    let error = #expect(throws: PublicAddress.Malformed.self) {
      try PublicAddress(parsing: given)
    }
    #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
  }
}
