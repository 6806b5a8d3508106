/// Work under way for an answer.
package protocol PendingAnswer: AnyObject, Sendable {
  /// Called once, on the loop, right after the responder promised the answer.
  ///
  /// - Parameter exchange: takes the answer, from any thread, once.
  func begin(answering exchange: any Exchange)

  /// Says that nobody waits for the answer any more. Called on the loop; an answer that comes
  /// even so is dropped.
  func cancel()
}
