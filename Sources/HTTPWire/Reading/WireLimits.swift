/// What one peer may ask of a connection before it is refused.
package struct WireLimits: Sendable, Equatable {
  /// Bytes of a request's line and fields together, their line ends included.
  package var headBytes = 16 * 1024
  /// Field lines of one request; trailer fields count on their own.
  package var fields = 100
  /// Bytes of the request target.
  package var targetBytes = 8 * 1024
  /// Bytes of a request's body on the wire, chunk framing included.
  ///
  /// No route here wants a body: it is read and thrown away to keep the connection in step, and
  /// only up to this much.
  package var bodyBytes = 1024 * 1024
  /// Requests answered before the connection is closed.
  package var requestsPerConnection = 100_000

  package init() {}
}
