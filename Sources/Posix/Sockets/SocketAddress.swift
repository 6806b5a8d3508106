import CLinux
import Glibc

/// Where a socket listens or a peer sits: IPv4, IPv6 or a Unix domain path.
package struct SocketAddress: Sendable {
  var storage = sockaddr_storage()
  var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

  /// Why a text is no address.
  package struct Malformed: Error, CustomStringConvertible {
    package let text: String
    package let description: String

    init(_ text: String, _ reason: String) {
      self.text = text
      description = "'\(text)' is no address to listen on: \(reason)"
    }
  }

  init() {}

  /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `:8080` and `*:8080` (every address of
  /// this host), or `unix:/path`.
  package init(parsing text: String) throws(Malformed) {
    if text.hasPrefix("unix:") {
      try self.init(unixPath: String(text.dropFirst(5)), in: text)
      return
    }
    guard let colon = text.lastIndex(of: ":") else {
      let isPort = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      throw Malformed(
        text,
        isPort
          ? "an address is missing before the port, as in 127.0.0.1:\(text), or *:\(text) for all"
          : "a port is missing, as in 127.0.0.1:8080")
    }
    let digits = text[text.index(after: colon)...]
    guard !digits.isEmpty, digits.utf8.count <= 5, digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }),
      let port = UInt16(digits)
    else { throw Malformed(text, "the port is not a number from 0 to 65535") }
    let host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      try self.init(ipv6: String(host.dropFirst().dropLast()), port, in: text)
    } else if host.isEmpty || host == "*" {
      try self.init(ipv6: "::", port, in: text)
    } else {
      try self.init(ipv4: host == "localhost" ? "127.0.0.1" : host, port, in: text)
    }
  }

  private init(ipv4 host: String, _ port: UInt16, in text: String) throws(Malformed) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    guard unsafe inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
      throw Malformed(
        text,
        "'\(host)' is no IPv4 address (an IPv6 address needs brackets; names are not looked up)")
    }
    length = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutableBytes(of: &storage) { target in
      unsafe withUnsafeBytes(of: address) { unsafe target.copyMemory(from: $0) }
    }
  }

  private init(ipv6 host: String, _ port: UInt16, in text: String) throws(Malformed) {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    guard unsafe inet_pton(AF_INET6, host, &address.sin6_addr) == 1 else {
      throw Malformed(text, "'\(host)' is no IPv6 address")
    }
    length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    unsafe withUnsafeMutableBytes(of: &storage) { target in
      unsafe withUnsafeBytes(of: address) { unsafe target.copyMemory(from: $0) }
    }
  }

  private init(unixPath path: String, in text: String) throws(Malformed) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else {
      throw Malformed(text, "a socket's path has 1 to \(room - 1) bytes")
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    length = socklen_t(MemoryLayout<sockaddr_un>.size)
    unsafe withUnsafeMutableBytes(of: &storage) { target in
      unsafe withUnsafeBytes(of: address) { unsafe target.copyMemory(from: $0) }
    }
  }

  var family: CInt { CInt(storage.ss_family) }

  /// The path of a Unix domain address.
  package var unixPath: String? {
    guard family == AF_UNIX else { return nil }
    return unsafe withUnsafeBytes(of: storage) { raw in
      let path = unsafe raw.dropFirst(MemoryLayout<sa_family_t>.size).prefix { $0 != 0 }
      return unsafe String(decoding: path, as: UTF8.self)
    }
  }

  /// The port, in this host's byte order; nil for a Unix domain address.
  package var port: UInt16? {
    switch family {
    case AF_INET: read(sockaddr_in.self).sin_port.bigEndian
    case AF_INET6: read(sockaddr_in6.self).sin6_port.bigEndian
    default: nil
    }
  }

  /// The same for all ports of one host, and for all addresses of one IPv6 network; 0 for who has no
  /// address.
  package var hostNumber: UInt64 {
    switch family {
    case AF_INET: UInt64(read(sockaddr_in.self).sin_addr.s_addr.bigEndian)
    case AF_INET6:
      unsafe withUnsafeBytes(of: read(sockaddr_in6.self).sin6_addr) { bytes in
        let halves = unsafe (
          bytes.loadUnaligned(as: UInt64.self).bigEndian,
          bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian
        )
        // IPv4 in IPv6 has its host in the lower half.
        return halves.0 == 0 ? halves.1 & 0xFFFF_FFFF : halves.0
      }
    default: 0
    }
  }

  private func read<T>(_ type: T.Type) -> T {
    unsafe withUnsafeBytes(of: storage) { unsafe $0.load(as: T.self) }
  }

  /// Appends the host as text, without its port: `-` for a Unix domain peer, which has no name.
  package func appendHost(to output: inout [UInt8]) {
    var text = InlineArray<46, CChar>(repeating: 0)
    var span = text.mutableSpan
    let isWritten = unsafe span.withUnsafeMutableBufferPointer { buffer in
      let room = socklen_t(buffer.count)
      switch family {
      case AF_INET:
        var address = read(sockaddr_in.self).sin_addr
        return unsafe inet_ntop(AF_INET, &address, buffer.baseAddress, room) != nil
      case AF_INET6:
        var address = read(sockaddr_in6.self).sin6_addr
        return unsafe inet_ntop(AF_INET6, &address, buffer.baseAddress, room) != nil
      default: return false
      }
    }
    guard isWritten else {
      output.append(0x2D)
      return
    }
    for index in text.indices where text[index] != 0 {
      output.append(UInt8(bitPattern: text[index]))
    }
  }
}

extension SocketAddress: CustomStringConvertible {
  /// As ``init(parsing:)`` reads it.
  package var description: String {
    if let unixPath { return "unix:\(unixPath)" }
    var host: [UInt8] = []
    appendHost(to: &host)
    let text = String(decoding: host, as: UTF8.self)
    return family == AF_INET6 ? "[\(text)]:\(port ?? 0)" : "\(text):\(port ?? 0)"
  }
}

extension SocketAddress {
  /// An address still to be filled in.
  package static var unknown: SocketAddress { SocketAddress() }
}
