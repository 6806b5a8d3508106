package import S3Wire

/// What was asked for, and why it did not come.
package struct FetchError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where it lies, without anything that proves who asks.
  package let name: String
  package let failure: EngineFailure

  package var description: String { "\(name): \(failure)" }
}
