/// What follows a response's fields.
package enum Body: Sendable {
  case empty
  case bytes(SharedBytes)
  case file(FileRegion)
  /// Produced piece by piece; without a length it is sent in chunks.
  case stream(any BodyProducer, length: Int64?)
}
