package import Posix

/// A fence that could not be put up; who meets this decodes nothing.
package struct BoxFailure: Error, CustomStringConvertible, Sendable {
  package let step: String
  package let error: Errno

  package init(_ step: String, _ error: Errno) {
    self.step = step
    self.error = error
  }

  package var description: String { "\(step): \(error)" }
}
