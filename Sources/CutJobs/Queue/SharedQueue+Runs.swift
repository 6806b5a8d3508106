import CutQueue
import PostgresQueue

/// Listings that hosts do once for all of them; nil where nobody answers.
extension SharedQueue {
  func joinRun(_ key: String, title: String) -> JobQueue.Joining? {
    attempt { (queue) throws(QueueTrouble) in try queue.joinRun(key, title: title, rules) } ?? nil
  }

  /// How one stands; also nil where there is none of that number.
  func run(_ id: Int64) -> ListingRun? {
    attempt { (queue) throws(QueueTrouble) in try queue.runs(id, atMost: 1).first } ?? nil
  }

  func advance(_ run: ListingRun.Taken, to progress: ListingRun.Progress) -> Bool? {
    attempt(insisting: true) { (queue) throws(QueueTrouble) in
      try queue.advance(run, to: progress, rules)
    }
  }

  func endRun(_ run: ListingRun.Taken, at progress: ListingRun.Progress) -> Bool? {
    attempt { (queue) throws(QueueTrouble) in try queue.end(run, at: progress) }
  }

  func leaveRun(_ run: ListingRun.Taken) {
    _ = attempt { (queue) throws(QueueTrouble) in try queue.leave(run) }
  }
}
