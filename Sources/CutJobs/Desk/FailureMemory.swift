package import DecoderChildren
package import Posix
package import Sources

/// Cuts that failed, so that a damaged source isn't decoded at every request.
///
/// What is the image's own fault is remembered twice as long each time: a file that breaks the
/// decoder costs ever less. So is what took too long, though for minutes at most: the machine may have
/// been busy, and a lane is held until the deadline again. What is the environment's is forgotten
/// soon, however often it happens: a disk that was full is found to have room again.
package struct FailureMemory: Sendable {
  private struct Failure {
    let reason: CutFailure
    /// Failures in a row that would come again.
    let attempts: Int
    let until: Instant
  }

  /// How long the first failure is remembered.
  package static let seconds = 10
  private static let first = Duration.seconds(seconds)
  private static let doublings = (ofImages: 13, ofDeadlines: 5)
  private static let capacity = 4096

  private var failures: [PyramidVersion: Failure] = [:]

  package init() {}

  /// Why a cut is not tried again yet.
  ///
  /// - Parameters:
  ///   - version: the pyramid that is wanted.
  ///   - now: the moment.
  /// - Returns: nil where it may be tried.
  package func reason(_ version: PyramidVersion, now: Instant) -> CutFailure? {
    guard let failure = failures[version], now < failure.until else { return nil }
    return failure.reason
  }

  /// Remembers a failure.
  ///
  /// - Parameters:
  ///   - reason: what went wrong.
  ///   - version: the pyramid that was to be cut.
  ///   - now: the moment.
  package mutating func note(_ reason: CutFailure, for version: PyramidVersion, now: Instant) {
    // Of a file that is no more; the one that is there now has another version.
    guard reason.cause != .changed else { return }
    let before = failures[version]?.attempts ?? 0
    let attempts = Self.mostDoublings(reason) == nil ? before : before + 1
    if failures.count >= Self.capacity { failures = failures.filter { $0.value.until > now } }
    if failures.count >= Self.capacity { failures.removeAll() }
    failures[version] = Failure(
      reason: reason, attempts: attempts, until: now + Self.pause(reason, after: before))
  }

  /// For how long a failure is remembered.
  ///
  /// - Parameters:
  ///   - reason: what went wrong.
  ///   - before: how often it did in a row before that.
  /// - Returns: how long nobody tries again.
  static func pause(_ reason: CutFailure, after before: Int) -> Duration {
    first * (1 << (mostDoublings(reason).map { min(before, $0) } ?? 0))
  }

  private static func mostDoublings(_ reason: CutFailure) -> Int? {
    reason.isOfTheImage
      ? doublings.ofImages : reason.cause == .deadline ? doublings.ofDeadlines : nil
  }

  var count: Int { failures.count }

  package mutating func forget(_ version: PyramidVersion) { failures[version] = nil }
}
