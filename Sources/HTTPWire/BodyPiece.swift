/// A piece of a produced body.
package enum BodyPiece: Sendable {
  case bytes(SharedBytes)
  case file(FileRegion)
  /// The body is complete; the fields are trailers, sent where the body goes out in chunks.
  case end(FieldBlock?)
  /// The body can't be completed: the connection is cut, for a reader to see that.
  case failed
}
