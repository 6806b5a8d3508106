import Fetching
import FetchRules
import Posix
import S3Wire

/// The parts of an object on their way into one file.
struct Parts {
  private struct Progress {
    var underWay = 0
    var head: AnswerHead?
    var failure: EngineFailure?
    var received: Int64 = 0
  }

  private let engine: Engine
  private let name: [UInt8]
  private let sink: FileSink
  private let progress = Monitor(Progress())

  init(_ engine: Engine, _ name: [UInt8], _ sink: FileSink) {
    self.engine = engine
    self.name = name
    self.sink = sink
  }

  /// How many bytes have come.
  var received: Int64 { progress.read { $0.received } }

  /// The first part; of a host without parts, and of an object without bytes, all of it.
  ///
  /// - Parameters:
  ///   - part: in bytes.
  ///   - limit: how many bytes a whole may have.
  ///   - shouldStop: asked ten times a second.
  /// - Returns: what its head said.
  /// - Throws: why it did not come.
  func beginning(
    _ part: Int64, limit: Int64, _ shouldStop: () -> Bool
  ) throws(FarCopyError) -> AnswerHead {
    ask(Expectation(range: 0..<part, limit: part))
    try wait(forAtMost: 0, shouldStop)
    if let head = progress.read({ $0.head }) { return head }
    switch progress.read({ $0.failure }) {
    case .noRanges, .changed: return try whole(limit: limit, shouldStop)
    case let failure?: throw error(failure)
    case nil: break
    }
    try check()
    return progress.read { $0.head } ?? AnswerHead()
  }

  /// All of it in one answer, whatever has come of it before.
  ///
  /// - Parameters:
  ///   - limit: how many bytes it may have.
  ///   - shouldStop: asked ten times a second.
  /// - Returns: what its head said.
  /// - Throws: why it did not come.
  func whole(limit: Int64, _ shouldStop: () -> Bool) throws(FarCopyError) -> AnswerHead {
    progress.change { $0 = Progress() }
    ask(Expectation(range: nil, limit: limit))
    try wait(forAtMost: 0, shouldStop)
    try check()
    return progress.read { $0.head } ?? AnswerHead()
  }

  /// All that follows the first part, of the same state.
  ///
  /// - Parameters:
  ///   - start: where it begins.
  ///   - total: where it ends.
  ///   - part: in bytes.
  ///   - most: how many parts are under way together.
  ///   - tag: the state of the first one.
  ///   - shouldStop: asked ten times a second.
  /// - Throws: why not all of it came.
  func rest(
    from start: Int64, to total: Int64, by part: Int64, atATime most: Int, _ tag: ObjectTag,
    _ shouldStop: () -> Bool
  ) throws(FarCopyError) {
    var next = start
    while next < total {
      try wait(forAtMost: most - 1, shouldStop)
      try check()
      let range = next..<min(next + part, total)
      ask(Expectation(range: range, tag: tag, total: total, limit: part))
      next = range.upperBound
    }
    try wait(forAtMost: 0, shouldStop)
    try check()
  }

  private func ask(_ expectation: Expectation) {
    progress.change { $0.underWay += 1 }
    engine.fetch(FetchWish(name, expectation, .download), into: sink) { [progress] end in
      progress.change { progress in
        progress.underWay -= 1
        switch end {
        case .whole(let body, let head):
          progress.head = progress.head ?? head
          progress.received += body.length ?? 0
        case .failed(let failure): progress.failure = progress.failure ?? failure
        }
      }
    }
  }

  /// Waits until no more than so many are under way.
  private func wait(
    forAtMost count: Int, _ shouldStop: () -> Bool
  ) throws(FarCopyError) {
    while true {
      if shouldStop() { throw .stopped }
      let isThere: Bool? = progress.wait(until: .now + .milliseconds(100)) {
        $0.underWay <= count ? true : nil
      }
      if isThere == true { return }
    }
  }

  private func check() throws(FarCopyError) {
    if let failure = progress.read({ $0.failure }) { throw error(failure) }
  }

  private func error(_ failure: EngineFailure) -> FarCopyError {
    .failed(engine.error(failure, of: name))
  }
}
