import CutQueue
import DecoderChildren

/// An image that this process has taken from a queue, until it says what came of it.
package final class CutClaim: Sendable {
  private let claim: QueueClaim
  private let tries: Int
  /// Whether somebody waits for it.
  private let isAsked: Bool
  private let queue: SharedQueue

  init(_ claim: QueueClaim, tries: Int, isAsked: Bool, of queue: SharedQueue) {
    self.claim = claim
    self.tries = tries
    self.isAsked = isAsked
    self.queue = queue
  }

  /// Whoever forgets it leaves it to others.
  deinit { queue.end(claim, .notTried, tries, nil) }

  /// Whether another one has it by now.
  var isLost: Bool { !queue.holds(claim) }

  /// Whether what was made is wanted of this one.
  ///
  /// Where the database does not answer it is: the store takes one pyramid of a name and no second.
  func mayPublish() -> Bool { queue.isConfirmed(claim) }

  func settle(_ carried: Carried) {
    switch carried {
    case .cut, .present: queue.finish(claim, isAsked: isAsked)
    case .elsewhere: queue.end(claim, .notTried, tries, nil)
    }
  }

  func fail(_ failure: CutFailure) { queue.end(claim, failure.setback, tries, failure.words) }
}

extension CutFailure {
  fileprivate var setback: Setback {
    switch cause {
    case .source, .limit: .ofTheImage
    case .deadline, .environment, .died: .ofTheMachine
    case .changed: .gone
    case .interrupted: .notTried
    }
  }
}
