package import DecoderChildren
package import Posix
package import Sources

extension Prerender {
  /// What became of one image.
  package enum Result: Sendable {
    case cut(CutOutcome, seconds: Double)
    /// It waits in the queue for somebody to cut it.
    case queued
    /// A dry run would have cut it.
    case wouldCut
    /// It is in the store already.
    case current
    /// It is a pyramid, and is served as it lies.
    case adopted
    /// No image, found in a folder among others.
    case passedOver
    /// An image, found in a folder, of a kind that is to be switched on first.
    case switchedOff(String)
    case failed(String)
    /// It was named, or has an image's name, and is none.
    case refused(String)
    /// It was in work, or waited for another writer, when all was to end.
    case interrupted
  }

  package struct Finished: Sendable {
    package let name: String
    package let page: Int?
    package let version: PyramidVersion?
    package let sourceBytes: Int64
    /// The way it was cut.
    package var road: SourceFacts.Road?
    /// Why that is not over its own code words; nil for what has none.
    package var roadReason: String?
    package let result: Result
  }

  /// An image that is being cut.
  package struct Work: Sendable {
    package let name: String
    package let started: Instant
    package var pixels = 0
    package var share = 0.0
    /// What its decoder said of the way it is cut.
    var road: (way: SourceFacts.Road, reason: String?)?
  }

  /// What there is to show.
  package struct Standing: Sendable {
    package var inWork: [Work] = []
    package var finished: [Finished] = []
    package var isOver = false
  }
}
