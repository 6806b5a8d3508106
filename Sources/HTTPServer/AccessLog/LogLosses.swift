package import Posix

/// What access logs could not tell: counted, and said once when it begins and once when it is over.
package final class LogLosses: Sendable {
  package enum Change: Sendable {
    case began(Errno)
    /// The log takes lines again; so many are missing.
    case ended(lines: Int)
  }

  private struct State {
    var count = 0
    /// ``State/count`` when lines began to be lost; nil while none are.
    var start: Int?
  }

  private let state = Monitor(State())
  private let report: @Sendable (Change) -> Void

  /// - Parameter report: told of each change.
  package init(report: @escaping @Sendable (Change) -> Void = { _ in }) { self.report = report }

  /// Lines that were lost since the start.
  package var count: Int { state.change { $0.count } }

  /// Counts lines for which there was no room in memory; the log itself tells of them.
  func add(_ lines: Int) { state.change { $0.count += lines } }

  /// Notes that a file took no more.
  func begin(_ reason: Errno) {
    let isFirst = state.change { state in
      defer { state.start = state.start ?? state.count }
      return state.start == nil
    }
    if isFirst { report(.began(reason)) }
  }

  /// Notes that a file took all there was.
  func end() {
    let lines: Int? = state.change { state in
      defer { state.start = nil }
      return state.start.map { state.count - $0 }
    }
    if let lines { report(.ended(lines: lines)) }
  }
}
