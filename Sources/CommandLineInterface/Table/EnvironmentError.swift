/// Something around the program is missing or broken: exit code 3.
package struct EnvironmentError: Error, Equatable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
