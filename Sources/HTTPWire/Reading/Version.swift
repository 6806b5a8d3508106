/// The versions of HTTP spoken here.
package enum Version: UInt8, Sendable {
  case http10, http11
}
