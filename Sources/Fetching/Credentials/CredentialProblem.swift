/// Why nobody can prove who asks.
///
/// No key is ever told.
package struct CredentialProblem: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
