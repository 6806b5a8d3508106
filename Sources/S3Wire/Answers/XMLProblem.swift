/// Why an engine's XML is not read.
package struct XMLProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// In bytes from its beginning.
  package let place: Int
  package let reason: String

  package var description: String { "\(reason) at byte \(place)" }
}
