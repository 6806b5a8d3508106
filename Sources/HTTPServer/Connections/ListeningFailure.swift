package import Posix

/// Why a server can't listen.
package struct ListeningFailure: Error, CustomStringConvertible {
  package let address: SocketAddress
  package let cause: Errno

  package var description: String { "can't listen on \(address): \(cause)" }
}
