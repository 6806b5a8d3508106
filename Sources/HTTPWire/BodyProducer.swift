/// Produces a body piece by piece, each when the connection has room for it.
package protocol BodyProducer: AnyObject, Sendable {
  /// Asks for the next piece. Called on the loop, and not again before the piece is there.
  ///
  /// - Parameter exchange: takes the piece, now or later, from any thread.
  func produce(for exchange: any Exchange)

  /// Says that nobody reads any more. Called on the loop, also while a piece is being made, and
  /// never after the end was supplied.
  func cancel()
}
