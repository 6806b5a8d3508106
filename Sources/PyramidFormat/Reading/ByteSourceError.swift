/// Why bytes could not be read, whatever they lie in.
///
/// The format knows no files and no networks: it passes on what its source threw.
package struct ByteSourceError: Error {
  /// What the source threw, for who knows what it is.
  package let cause: any Error

  package init(_ cause: any Error) { self.cause = cause }
}

extension ByteSourceError: CustomStringConvertible {
  package var description: String { "\(cause)" }
}

extension ByteSourceError: Equatable {
  /// Two failures are the same when they say the same.
  package static func == (left: ByteSourceError, right: ByteSourceError) -> Bool {
    left.description == right.description
  }
}
