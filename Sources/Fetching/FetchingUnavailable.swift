/// Why nothing far can be asked for on this machine.
package struct FetchingUnavailable: Error, Equatable, Sendable, CustomStringConvertible {
  package let reason: String

  package var description: String {
    "libcurl, which fetches what lies elsewhere, can't be used: \(reason) (Debian: libcurl4)"
  }
}
