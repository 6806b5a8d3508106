import Posix
import Testing

@Suite struct SocketAddressTests {
  @Test(arguments: [
    ("127.0.0.1:8080", "127.0.0.1:8080"), ("localhost:0", "127.0.0.1:0"), (":80", "[::]:80"),
    ("*:80", "[::]:80"), ("[::1]:65535", "[::1]:65535"), ("[2001:db8::7]:1", "[2001:db8::7]:1"),
    ("unix:/run/a b.sock", "unix:/run/a b.sock"),
  ])
  func `addresses are read and written`(text: String, written: String) throws {
    let address = try SocketAddress(parsing: text)
    #expect(address.description == written)
    #expect(try SocketAddress(parsing: written).description == written)
    #expect((address.unixPath != nil) == text.hasPrefix("unix:"))
  }

  @Test(arguments: [
    "", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1",
    "127.0.0.1:080000", "127.0.0.1:8o", "::1:80", "[::1]", "[::1:80", "example.org:80",
    "256.0.0.1:1", "unix:", "unix:" + String(repeating: "x", count: 108), "unix:a\0b",
  ])
  func `what is no address is refused with its reason`(text: String) {
    #expect(throws: SocketAddress.Malformed.self) { try SocketAddress(parsing: text) }
  }

  @Test func `the kernel's choice of a port is told`() throws {
    let listener = try Socket.listen(on: try SocketAddress(parsing: "127.0.0.1:0"))
    let address = try Socket.address(of: listener)
    #expect((address.port ?? 0) > 0)
    #expect(Socket.isAnswering(address))
    var peer = SocketAddress.unknown
    let isConnected = try Socket.accept(on: listener.number, peer: &peer) != nil
    let isConnectedTwice = try Socket.accept(on: listener.number, peer: &peer) != nil
    #expect(isConnected && !isConnectedTwice)
  }
}
