import Posix
import Sources

/// Cuts that failed, so that a damaged source isn't decoded at every request.
///
/// Each further failure of one version is remembered twice as long: a disk that was full is found
/// to have room again soon, and a file that breaks the decoder costs ever less.
struct FailureMemory {
  private struct Failure {
    let reason: NotServed
    let attempts: Int
    /// Nanoseconds of the monotonic clock.
    let until: Int64
  }

  /// How long the first failure is remembered.
  static let seconds = 10
  private static let first = Int64(seconds) * 1_000_000_000
  private static let doublings = 13
  private static let capacity = 4096

  private var failures: [PyramidVersion: Failure] = [:]

  func reason(_ version: PyramidVersion, now: Int64) -> NotServed? {
    guard let failure = failures[version], now < failure.until else { return nil }
    return failure.reason
  }

  mutating func note(_ reason: NotServed, for version: PyramidVersion, now: Int64) {
    let attempts = (failures[version]?.attempts ?? 0) + 1
    if failures.count >= Self.capacity { failures = failures.filter { $0.value.until > now } }
    if failures.count >= Self.capacity { failures.removeAll() }
    failures[version] = Failure(
      reason: reason, attempts: attempts,
      until: now + Self.first << Int64(min(attempts - 1, Self.doublings)))
  }

  mutating func forget(_ version: PyramidVersion) { failures[version] = nil }
}
