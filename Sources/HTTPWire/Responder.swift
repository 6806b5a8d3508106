/// Answers requests.
///
/// Each event loop has one of its own and calls it on its thread only.
///
/// It is called for every request that is whole and well-formed, whatever its method. A request's
/// body has been read and thrown away by then.
package protocol Responder: AnyObject {
  /// Says that the loop has woken for requests that are there by now: what is looked at from here
  /// on holds for all of them until the next turn.
  func beginTurn()

  /// Fills in the response, or promises one.
  ///
  /// Everything else on this loop waits meanwhile: what takes more than a bounded read of a local
  /// file is answered later, from another thread.
  ///
  /// - Parameters:
  ///   - request: shares its bytes with the loop; copy it to keep it.
  ///   - response: new; left alone when the answer comes later.
  /// - Returns: whether the response is filled in, or when it will be.
  func respond(to request: borrowing Request, with response: inout Response) -> Reply

  /// Says that something that was no request got a refusal from the loop itself, for who counts
  /// answers.
  ///
  /// - Parameters:
  ///   - refusal: what was said.
  ///   - bodyBytes: of the refusal.
  func noteRefusal(_ refusal: Refusal, bodyBytes: Int)
}

extension Responder {
  package func beginTurn() {}
  package func noteRefusal(_ refusal: Refusal, bodyBytes: Int) {}
}
