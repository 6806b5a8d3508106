package import HTTPWire
package import Posix

/// How a server listens, and how much of anything it allows.
package struct ServerConfiguration: Sendable {
  package var addresses: [SocketAddress] = []
  package var loops = 1
  package var limits = WireLimits()

  /// Milliseconds from a request's first byte, or from the connection's start, to its last field.
  package var headDeadline: Int64 = 15_000
  /// Milliseconds for a request's body.
  package var bodyDeadline: Int64 = 30_000
  /// Milliseconds a connection may stay open between requests.
  package var idleTimeout: Int64 = 60_000
  /// Milliseconds without a byte taken by a client that has something to read.
  package var writeTimeout: Int64 = 30_000
  /// Milliseconds a client gets to close its side after the last answer.
  package var lingerTimeout: Int64 = 2_000
  /// Milliseconds for answers under way once the server is told to end.
  package var drainDeadline: Int64 = 30_000

  /// Connections at a time; further ones wait in the kernel's queue.
  package var connections = 16_384
  /// Where the access log goes; nil for none.
  package var accessLog: AccessLog?

  package init() {}
}
