import Glibc
import Posix

/// A blocking client; every wait ends after ten seconds.
final class TestClient {
  let socket: FileDescriptor

  init(port: UInt16) throws {
    socket = FileDescriptor(owning: Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let number = socket.number
    let answer = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard answer == 0 else { throw Errno.current }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    unsafe setsockopt(
      number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let sent = unsafe bytes[start...].withUnsafeBytes {
        unsafe Glibc.send(socket.number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return }
      start += sent
    }
  }

  /// Reads until the text ends as given, or until the server closes.
  func receive(until ending: String? = nil) -> String {
    let ending = ending.map { Array($0.utf8) }
    return receive { bytes in
      guard let ending, bytes.count >= ending.count else { return false }
      return bytes.suffix(ending.count).elementsEqual(ending)
    }
  }

  /// Reads until something has come, whatever came along with it.
  func receive(atLeast part: String) -> String {
    receive { String(decoding: $0, as: UTF8.self).contains(part) }
  }

  private func receive(until isEnough: ([UInt8]) -> Bool) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if isEnough(bytes) { break }
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(socket.number, $0.baseAddress, $0.count, 0)
      }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func endOutput() { shutdown(socket.number, CInt(SHUT_WR)) }

  /// Makes closing send a reset.
  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(
      socket.number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}
