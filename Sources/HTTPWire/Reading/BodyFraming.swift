/// How the end of a request's body is found.
package enum BodyFraming: Sendable, Equatable {
  case none
  case length(Int64)
  case chunked
}
