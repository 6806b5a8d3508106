import HTTPWire
import ImageRequest
import Synchronization

/// The counters of one loop, or of the workers together.
///
/// A loop's are written by its own thread alone, so counting is a load and a store; who reads them
/// may be a moment late.
final class LoopMetrics: Sendable {
  /// Upper bounds of the histogram's buckets, in microseconds; one more for the rest.
  static let bounds: [Int64] = [
    10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000,
    5_000_000, 20_000_000,
  ]
  private static let buckets = bounds.count + 1

  private let requests = Counters<AnswerKind>(perCase: RouteKind.allCases.count)
  private let latencies = Counters<AnswerKind>(perCase: buckets)
  private let microseconds = Counters<AnswerKind>()
  private let bytes = Atomic<Int>(0)
  private let isShared: Bool

  /// - Parameter isShared: written by several threads.
  init(isShared: Bool) { self.isShared = isShared }

  func count(_ route: RouteKind, _ answer: AnswerKind, nanoseconds: Int64, bytes: Int64) {
    requests.add(1, to: answer, place: route.rawValue, isShared: isShared)
    let passed = nanoseconds / 1000
    var bucket = 0
    while bucket < Self.bounds.count, passed > Self.bounds[bucket] { bucket += 1 }
    latencies.add(1, to: answer, place: bucket, isShared: isShared)
    microseconds.add(Int(clamping: passed), to: answer, isShared: isShared)
    self.bytes.add(Int(clamping: bytes), isShared: isShared)
  }

  /// Bytes of a body that is sent piece by piece, after its answer was counted.
  func countStreamed(bytes: Int64) { self.bytes.add(Int(clamping: bytes), isShared: isShared) }

  func add(to sum: inout MetricsSum) {
    sum.requests += requests.counts
    sum.latencies += latencies.counts
    sum.microseconds += microseconds.counts
    sum.bytes += bytes.load(ordering: .relaxed)
  }
}

/// All loops' counters together.
struct MetricsSum {
  /// For each kind of answer, by route.
  fileprivate(set) var requests = Counts<AnswerKind>(perCase: RouteKind.allCases.count)
  /// For each kind of answer, how many took as long as a bucket says.
  fileprivate(set) var latencies = Counts<AnswerKind>(perCase: LoopMetrics.bounds.count + 1)
  fileprivate(set) var microseconds = Counts<AnswerKind>()
  fileprivate(set) var bytes = 0

  func requests(_ route: RouteKind, _ answer: AnswerKind) -> Int {
    requests[answer, route.rawValue]
  }

  func requests(_ answer: AnswerKind) -> Int { requests[row: answer].reduce(0, +) }
}
