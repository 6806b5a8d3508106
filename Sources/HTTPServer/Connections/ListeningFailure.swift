package import Posix

/// Why a server can't listen.
package struct ListeningFailure: Error, CustomStringConvertible {
  package let address: SocketAddress
  package let reason: String

  package var description: String { "can't listen on \(address): \(reason)" }
}
