/// What a queue of images that wait to be cut does with those that are taken, lost and failed.
///
/// Times are in seconds, and by one clock: that of the database.
package struct QueueRules: Equatable, Sendable {
  /// How long whoever took an image is believed to be at it after it was last heard of.
  package let lease: Int
  /// An image that was tried so often is left alone: it may be what ends its workers.
  package static let mostTries = 5
  /// The first pause after a failure; each is twice as long as the one before.
  private static let firstPause = 10
  private static let longestPause = 3600
  /// How many images a worker takes at a time, and how many bytes of them.
  package static let batch = (images: 32, bytes: Int64(64 << 20))
  /// So many of those that wait are counted.
  package static let mostCounted = 256
  /// A worker takes one of so many of those that wait: others want some too.
  private static let shareOfOne = 8
  /// How often who has nothing to do looks.
  package static let pollSeconds = 1

  /// - Parameter lease: at least 3 seconds.
  package init(lease: Int) { self.lease = max(3, lease) }

  /// How often a claim is renewed: two renewals may be lost.
  package var renewal: Int { max(1, lease / 3) }

  /// For how long a claim holds without a doubt, in nanoseconds from when it was asked for: clocks run
  /// differently, and who looks at one may be halted before it acts.
  package var certainty: Int64 { Int64(lease) * 500_000_000 }

  /// How long nobody tries an image again.
  ///
  /// - Parameter tries: how often it was tried, this one with it.
  /// - Returns: seconds.
  package static func pause(afterTries tries: Int) -> Int {
    min(longestPause, firstPause << min(max(tries - 1, 0), 16))
  }

  /// How many images a worker takes at once.
  ///
  /// - Parameters:
  ///   - waiting: how many there are, ``mostCounted`` at most.
  ///   - lanes: how many it cuts at a time.
  /// - Returns: at least one.
  package static func share(of waiting: Int, lanes: Int) -> Int {
    min(max(1, waiting), min(batch.images, max(1, lanes, waiting / shareOfOne)))
  }

  /// What becomes of an image that was not cut.
  ///
  /// - Parameters:
  ///   - setback: what kept it from that.
  ///   - tries: how often it was tried, this one with it.
  /// - Returns: what is done with its row.
  package static func verdict(on setback: Setback, tries: Int) -> Verdict {
    switch setback {
    case .ofTheImage: .failed(retryAfter: longestPause)
    case .gone: .dropped
    case .notTried: .givenBack
    case .ofTheMachine, .deadWorker:
      if tries >= mostTries {
        .failed(retryAfter: longestPause)
      } else {
        // Who died has been waited for already, and the first time may have been anybody's fault.
        .again(after: setback == .deadWorker && tries == 1 ? 0 : pause(afterTries: tries))
      }
    }
  }
}

/// What kept an image from being cut.
package enum Setback: Equatable, Sendable {
  /// It can't be, however often somebody tries.
  case ofTheImage
  /// A disk, memory, time: the next try may go well.
  case ofTheMachine
  /// Whoever had it was not heard of any more.
  case deadWorker
  /// It is not there any more, or another one by now.
  case gone
  /// Whoever had it was told to end, or another host was at it.
  case notTried
}

/// What becomes of an image that was not cut.
package enum Verdict: Equatable, Sendable {
  case again(after: Int)
  /// Nobody tries it by itself; a request may after a while, in seconds.
  case failed(retryAfter: Int)
  case dropped
  /// It waits as if nobody had taken it.
  case givenBack
}

/// Who goes first: what somebody looks at before what is cut ahead of time.
package enum CutPriority: Int, Sendable {
  case ahead = 0
  case asked = 10
}
