/// Why decoders can't be boxed as they are to be.
package struct SandboxProblem: Error, CustomStringConvertible, Sendable {
  package let description: String

  init(_ description: String) { self.description = description }
}
