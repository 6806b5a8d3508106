/// Why decoders can't be boxed as they are to be.
package struct SandboxProblem: Error, CustomStringConvertible, Sendable {
  package let description: String
  /// Whether it is the user that decoders are to become, and not the kernel.
  package let isOfTheUser: Bool

  init(_ description: String, isOfTheUser: Bool = false) {
    self.description = description
    self.isOfTheUser = isOfTheUser
  }
}
