import CutQueue
import DecoderChildren
import Posix

/// Images that are put in line for others to cut them.
extension Prerender {
  /// Waits for a database that does not answer, for as long as all is to go on.
  func put(_ order: CutOrder, by listing: SharedListing) throws(CutFailure) {
    guard QueuedCut(order, by: options.rules) != nil else {
      throw CutFailure(.source, "its path is too long for a queue")
    }
    while !listing.put(order) {
      let end = Instant.now + .seconds(QueueRules.pollSeconds)
      let isStopping: Void? = state.wait(until: end) { $0.stopping ? () : nil }
      if isStopping != nil { throw CutFailure(.interrupted, "told to end") }
    }
  }

  /// What was ended unfinished is for whoever goes on.
  func note(_ finished: Finished, _ job: Job) {
    switch finished.result {
    case .interrupted: break
    case .failed, .refused: options.listing?.finish(job.index, failed: true)
    case .cut, .queued, .wouldCut, .current, .adopted, .passedOver, .switchedOff:
      options.listing?.finish(job.index, failed: false)
    }
  }
}
