import Glibc
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

  @Test func `a port alone is told what it lacks`() {
    let error = #expect(throws: SocketAddress.Malformed.self) {
      try SocketAddress(parsing: "18080")
    }
    #expect(error?.description.contains("an address is missing before the port") == true)
  }

  @Test func `a socket is abandoned once its listener is gone, and its file has its mode`() throws {
    let folder = try TemporaryFolder()
    let path = try folder("socket")
    let address = try SocketAddress(parsing: "unix:\(path)")
    let permissions = try #require(FilePermissions("606"))
    var listener: FileDescriptor? = try Socket.listen(on: address, permissions: permissions)
    #expect(listener != nil && !Socket.isAbandoned(address))
    var status = stat()
    #expect(unsafe stat("\(path)", &status) == 0 && status.st_mode & 0o7777 == 0o606)
    listener = nil
    #expect(Socket.isAbandoned(address))
  }

  @Test(arguments: [("660", "660"), ("0660", "660"), ("007", "007"), ("777", "777")])
  func `permissions are three octal digits`(text: String, written: String) {
    #expect(FilePermissions(text)?.description == written)
  }

  @Test(arguments: ["", "66", "6600", "1777", "668", "rw-", "+60", "0x1"])
  func `what are no permissions is refused`(text: String) {
    #expect(FilePermissions(text) == nil)
  }

  @Test func `the kernel's choice of a port is told`() throws {
    let listener = try Socket.listen(on: try SocketAddress(parsing: "127.0.0.1:0"))
    let address = try Socket.address(of: listener)
    #expect((address.port ?? 0) > 0)
    // Asking connects.
    #expect(!Socket.isAbandoned(address))
    var peer = SocketAddress.unknown
    let isConnected = try Socket.accept(on: listener.number, peer: &peer) != nil
    let isConnectedTwice = try Socket.accept(on: listener.number, peer: &peer) != nil
    #expect(isConnected && !isConnectedTwice)
  }
}
