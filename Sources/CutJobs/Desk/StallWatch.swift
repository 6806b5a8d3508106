import DecoderChildren
import Posix

/// Whether a cut still gets on.
///
/// What decoders hold whole before the first row comes out shows no progress for as long as that
/// takes: there the cut's deadline alone counts.
struct StallWatch {
  /// Rows between two signs of life at most, on the finest level.
  private static let rowsOfABand = 512

  private let shortest: Duration
  private let limits: CutLimits
  private var silence: Duration?
  private var last: Instant?

  /// - Parameters:
  ///   - shortest: how long a cut may always be silent.
  ///   - limits: what larger images may take longer.
  init(shortest: Duration, limits: CutLimits) {
    self.shortest = shortest
    self.limits = limits
  }

  /// Takes what a child told as the sign of life that it is.
  mutating func note(_ answer: CutAnswer, now: Instant) {
    last = now
    guard case .begun(let facts) = answer else { return }
    let megapixels = Double(facts.width * Self.rowsOfABand) / 1_000_000
    silence =
      facts.isHeldWhole
      ? nil : max(shortest, .seconds(limits.secondsPerMegapixel * megapixels))
  }

  /// Whether it has been silent for too long; before it has begun it may be waiting for another
  /// writer.
  func hasStalled(now: Instant) -> Bool {
    guard let silence, let last else { return false }
    return now - last > silence
  }

  var failure: CutFailure {
    let seconds = Int((silence ?? shortest).seconds)
    return CutFailure(.deadline, "made no progress for \(seconds) s and was stopped")
  }
}
