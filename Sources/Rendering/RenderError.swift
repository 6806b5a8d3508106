/// Why pixels could not be made.
package enum RenderError: Error, Equatable, Sendable {
  /// Nobody waits for them any more.
  case cancelled
  /// The pyramid's own bytes can't be read or decoded: which, and why, in words for the log.
  case damaged(String)
  /// The encoder would not.
  case notEncoded(String)
}
