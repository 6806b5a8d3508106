/// What a request's conditions come to.
package enum Precondition: Sendable, Equatable {
  case proceed
  /// Answer 304: the client has it.
  case notModified
  /// Answer 412: it is not what the client thinks it is.
  case failed
}
