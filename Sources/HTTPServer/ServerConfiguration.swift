package import HTTPWire
package import Posix

/// How a server listens, and how much of anything it allows.
package struct ServerConfiguration: Sendable {
  package var addresses: [SocketAddress] = []
  /// Who may connect to Unix domain addresses.
  package var socketPermissions = FilePermissions.ownerAndGroup
  package var loops = 1
  package var limits = WireLimits()

  /// From a request's first byte, or from the connection's start, to its last field.
  package var headDeadline = Duration.seconds(15)
  /// For a request's body.
  package var bodyDeadline = Duration.seconds(30)
  /// How long a connection may stay open between requests.
  package var idleTimeout = Duration.seconds(60)
  /// How long a client that has something to read may take less than 16 KB of it.
  package var writeTimeout = Duration.seconds(30)
  /// What a client gets to close its side after the last answer.
  package var lingerTimeout = Duration.seconds(2)
  /// For answers under way once the server is told to end.
  package var drainDeadline = Duration.seconds(30)

  /// Connections at a time; further ones wait in the kernel's queue.
  package var connections = 16_384
  /// Where answers are logged; nil for nowhere.
  package var accessLog: AccessLog?

  package init() {}
}
