import Glibc
import Posix
package import Sandbox

/// Who has images cut: each by a process of its own, which reads that image and no other.
package struct CutterProcess: Sendable {
  private let nursery: Nursery

  /// - Parameter nursery: who makes the processes.
  package init(_ nursery: Nursery = Nursery()) { self.nursery = nursery }

  /// Bytes of a message that a child sends at most; the longest there is are a source's facts.
  package static let longestAnswer = 1 << 16

  /// How often a waiting parent looks whether it should stop.
  private static let patience = Duration.milliseconds(100)

  /// Has a source's header read.
  ///
  /// - Parameter source: which, and how it would be cut.
  /// - Returns: what it says.
  /// - Throws: whatever keeps the source from being cut, the child's death too.
  package func examine(_ source: SourceRequest) throws(CutFailure) -> SourceFacts {
    let answer = try perform(.examine(source), report: { _ in }, shouldStop: { false })
    guard case .examined(let facts) = answer else { throw Self.senseless }
    return facts
  }

  /// Has an image cut.
  ///
  /// - Parameters:
  ///   - request: which, and where its pyramid goes.
  ///   - report: what the child tells on its way.
  ///   - shouldStop: asked ten times a second; yes ends the child and the cut.
  /// - Returns: what came of it.
  /// - Throws: whatever goes wrong with this image, the child's death too.
  package func cut(
    _ request: CutRequest, report: (CutAnswer) -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> CutOutcome {
    let answer = try perform(.cut(request), report: report, shouldStop: shouldStop)
    guard case .done(let outcome) = answer else { throw Self.senseless }
    return outcome
  }

  private struct Conversation: ~Copyable {
    let child: NurseryChild
    let line: MessageLine
  }

  private static let senseless = CutFailure(
    .environment(.invalidArgument), "the decoder answered what it was not asked")

  /// - Returns: the answer that ends the task.
  private func perform(
    _ task: ChildTask, report: (CutAnswer) -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> CutAnswer {
    let conversation = try begin(task)
    let limits = task.source.limits
    var deadline = Instant.now + .seconds(limits.seconds)
    while true {
      if shouldStop() { throw CutFailure(.interrupted, "interrupted") }
      guard Instant.now < deadline else {
        throw CutFailure(.deadline, "took longer than its deadline and was stopped")
      }
      switch conversation.line.next(until: min(deadline, .now + Self.patience)) {
      case .timedOut: continue
      case .tooLong: throw Self.senseless
      case .closed: throw Self.death(of: conversation.child)
      case .message(let message):
        guard let answer = CutWire.decode(CutAnswer.self, message) else { throw Self.senseless }
        switch answer {
        case .begun(let facts):
          deadline = .now + .seconds(limits.deadline(pixels: facts.pixels))
          report(answer)
        case .progress: report(answer)
        case .examined: return answer
        case .done:
          // Nobody may write to a pyramid that is about to be looked at.
          guard conversation.child.end() != .lost else { throw Self.death(of: conversation.child) }
          return answer
        case .failed(let failure): throw failure
        }
      }
    }
  }

  /// Has a child made for one task; it ends with the object.
  private func begin(_ task: ChildTask) throws(CutFailure) -> Conversation {
    do throws(Errno) {
      let pair = try SocketPair()
      let child = try nursery.fork(.cutter, giving: [pair.farNumber])
      let line = MessageLine(pair.takeNear(), longest: Self.longestAnswer)
      try line.send(CutWire.encode(task))
      return Conversation(child: child, line: line)
    } catch {
      throw CutFailure(.environment(error), "the cutting process does not start: \(error)")
    }
  }

  /// What the child's end means for the image it was at.
  private static func death(of child: NurseryChild) -> CutFailure {
    switch child.ended(within: .seconds(1)) {
    case .exited(let code): return CutFailure(.source, "the decoder ended with code \(code)")
    case .notStarted(let error):
      return CutFailure(.environment(error), "the cutting process does not start: \(error)")
    case .lost:
      return CutFailure(.died(signal: SIGKILL), "the decoder ended with the process that made it")
    case .killed(let signal):
      let cause = CutFailure.Cause.died(signal: signal)
      switch signal {
      case SIGXCPU: return CutFailure(.deadline, "used more processor time than its limit")
      case SIGKILL: return CutFailure(cause, "the decoder was killed, by somebody or for memory")
      case SIGTRAP, SIGABRT:
        return CutFailure(cause, "the decoder gave up, for want of memory as a rule")
      default: return CutFailure(cause, "the decoder crashed (signal \(signal))")
      }
    }
  }
}
