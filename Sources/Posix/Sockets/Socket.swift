import CLinux
import Glibc

/// Stream sockets that never block.
package enum Socket {
  /// Opens a listening socket.
  ///
  /// - Parameters:
  ///   - address: where.
  ///   - permissions: who may connect to a Unix domain address, whatever the process's mask is.
  ///   - backlog: connections that wait in the kernel.
  /// - Returns: the socket.
  /// - Throws: what the system refuses.
  package static func listen(
    on address: SocketAddress, permissions: FilePermissions = .ownerAndGroup, backlog: CInt = 4096
  ) throws(Errno) -> FileDescriptor {
    let flags = CInt(SOCK_STREAM.rawValue) | O_NONBLOCK | O_CLOEXEC
    let number = try retryingInterrupts { socket(address.family, flags, 0) }
    let descriptor = FileDescriptor(owning: number)
    if address.unixPath == nil {
      try set(SOL_SOCKET, SO_REUSEADDR, 1, on: number)
    } else {
      // The file gets what the socket has, less the mask: it is never open to more than these.
      _ = try retryingInterrupts { fchmod(number, permissions.rawValue) }
    }
    // `[::]` takes IPv4 as well.
    if address.family == AF_INET6 { try set(CInt(IPPROTO_IPV6), IPV6_V6ONLY, 0, on: number) }
    var storage = address.storage
    _ = try retryingInterrupts {
      unsafe withUnsafePointer(to: &storage) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(number, $0, address.length)
        }
      }
    }
    if let path = address.unixPath {
      _ = try retryingInterrupts { unsafe chmod(path, permissions.rawValue) }
    }
    _ = try retryingInterrupts { Glibc.listen(number, backlog) }
    return descriptor
  }

  /// Where a socket is bound, with the port the kernel chose.
  package static func address(of descriptor: borrowing FileDescriptor) throws(Errno)
    -> SocketAddress
  {
    var address = SocketAddress()
    let number = descriptor.number
    _ = try retryingInterrupts {
      unsafe withUnsafeMutablePointer(to: &address.storage) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe getsockname(number, $0, &address.length)
        }
      }
    }
    return address
  }

  /// Takes one waiting connection; nil when none is waiting any more.
  package static func accept(
    on listener: CInt, peer: inout SocketAddress
  ) throws(Errno) -> FileDescriptor? {
    while true {
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let number = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe pyramidion_accept4(listener, $0, &length, O_NONBLOCK | O_CLOEXEC)
        }
      }
      if number >= 0 {
        peer.storage = storage
        peer.length = length
        return FileDescriptor(owning: number)
      }
      switch errno {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EAGAIN: return nil
      default: throw Errno.current
      }
    }
  }

  /// Sends small writes at once.
  ///
  /// Not every socket has the option: a Unix domain one does not.
  package static func disableDelay(on number: CInt) {
    var on: CInt = 1
    _ = unsafe setsockopt(
      number, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
  }

  /// Tells the peer that nothing more will be sent.
  package static func endOutput(of number: CInt) { _ = shutdown(number, CInt(SHUT_WR)) }

  private static func set(
    _ level: CInt, _ option: CInt, _ value: CInt, on number: CInt
  ) throws(Errno) {
    var value = value
    _ = try retryingInterrupts {
      unsafe setsockopt(number, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
    }
  }
}

extension Socket {
  /// Whether a Unix domain address is a socket's on which nobody listens any more.
  ///
  /// One that takes no connection for another reason is somebody's: its line is full, or it is not
  /// for us.
  package static func isAbandoned(_ address: SocketAddress) -> Bool {
    let flags = CInt(SOCK_STREAM.rawValue) | O_NONBLOCK | O_CLOEXEC
    let number = socket(address.family, flags, 0)
    guard number >= 0 else { return false }
    let descriptor = FileDescriptor(owning: number)
    var storage = address.storage
    do throws(Errno) {
      _ = try retryingInterrupts {
        unsafe withUnsafePointer(to: &storage) { pointer in
          unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe connect(descriptor.number, $0, address.length)
          }
        }
      }
      return false
    } catch {
      return error.rawValue == ECONNREFUSED
    }
  }
}
