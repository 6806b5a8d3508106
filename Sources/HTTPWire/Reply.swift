/// What a responder did with a request.
package enum Reply {
  /// The response is filled in.
  case now
  /// Another thread will answer.
  case later(any PendingAnswer)
}
