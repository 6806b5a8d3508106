/// Why one image could not be cut, in words for whoever asked for it.
package struct CutError: Error, Equatable, Sendable, CustomStringConvertible {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }

  package var description: String { reason }
}
