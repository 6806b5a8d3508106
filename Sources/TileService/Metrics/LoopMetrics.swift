import HTTPWire
import ImageRequest
import Synchronization

/// What an answer was, for counting.
enum AnswerKind: Int, CaseIterable, Sendable {
  case passThrough, cache, render, document, notModified, redirect, clientError, serverError

  var name: StaticString {
    switch self {
    case .passThrough: "pass_through"
    case .cache: "cache"
    case .render: "render"
    case .document: "document"
    case .notModified: "not_modified"
    case .redirect: "redirect"
    case .clientError: "client_error"
    case .serverError: "server_error"
    }
  }

  init(_ response: borrowing Response) {
    switch response.status.rawValue {
    case 304: self = .notModified
    case 300..<400: self = .redirect
    case 400...: self = AnswerKind(refused: response.status)
    default:
      switch response.provenance {
      case .passThrough: self = .passThrough
      case .cache: self = .cache
      case .render: self = .render
      case .server, .file: self = .document
      }
    }
  }
}

extension AnswerKind {
  init(refused status: Status) { self = status.rawValue < 500 ? .clientError : .serverError }
}

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
  private static let buckets = 17

  private let requests = InlineArray<112, Atomic<Int>> { _ in Atomic(0) }
  private let latencies = InlineArray<136, Atomic<Int>> { _ in Atomic(0) }
  private let microseconds = InlineArray<8, Atomic<Int>> { _ in Atomic(0) }
  private let bytes = Atomic<Int>(0)
  private let isShared: Bool

  /// - Parameter isShared: written by several threads.
  init(isShared: Bool) { self.isShared = isShared }

  func count(_ route: RouteKind, _ answer: AnswerKind, nanoseconds: Int64, bytes: Int64) {
    add(1, to: requests[route.rawValue * AnswerKind.allCases.count + answer.rawValue])
    let passed = nanoseconds / 1000
    var bucket = 0
    while bucket < Self.buckets - 1, passed > Self.bounds[bucket] { bucket += 1 }
    add(1, to: latencies[answer.rawValue * Self.buckets + bucket])
    add(Int(clamping: passed), to: microseconds[answer.rawValue])
    add(Int(clamping: bytes), to: self.bytes)
  }

  /// Bytes of a body that is sent piece by piece, after its answer was counted.
  func countStreamed(bytes: Int64) { add(Int(clamping: bytes), to: self.bytes) }

  private func add(_ value: Int, to counter: borrowing Atomic<Int>) {
    if isShared {
      counter.wrappingAdd(value, ordering: .relaxed)
    } else {
      counter.store(counter.load(ordering: .relaxed) &+ value, ordering: .relaxed)
    }
  }

  func add(to sum: inout MetricsSum) {
    for index in sum.requests.indices {
      sum.requests[index] += requests[index].load(ordering: .relaxed)
    }
    for index in sum.latencies.indices {
      sum.latencies[index] += latencies[index].load(ordering: .relaxed)
    }
    for index in sum.microseconds.indices {
      sum.microseconds[index] += microseconds[index].load(ordering: .relaxed)
    }
    sum.bytes += bytes.load(ordering: .relaxed)
  }
}

/// All loops' counters together.
struct MetricsSum {
  var requests = [Int](repeating: 0, count: 112)
  var latencies = [Int](repeating: 0, count: 136)
  var microseconds = [Int](repeating: 0, count: 8)
  var bytes = 0

  func requests(_ route: RouteKind, _ answer: AnswerKind) -> Int {
    requests[route.rawValue * AnswerKind.allCases.count + answer.rawValue]
  }

  func requests(_ answer: AnswerKind) -> Int {
    RouteKind.allCases.reduce(0) { $0 + requests($1, answer) }
  }

  /// How many answers of a kind took as long as a bucket says.
  func latencies(_ answer: AnswerKind) -> ArraySlice<Int> {
    let buckets = LoopMetrics.bounds.count + 1
    return latencies[(answer.rawValue * buckets)..<((answer.rawValue + 1) * buckets)]
  }
}
