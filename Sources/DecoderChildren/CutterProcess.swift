import Glibc
import Posix
import Sandbox

/// A cutting process as its parent sees it: asked for one job at a time, replaced when it dies.
package final class CutterProcess {
  private let program: String
  private var child: ChildProcess?

  /// `program`: the executable to run, this one as a rule.
  package init(program: String = "/proc/self/exe") { self.program = program }

  /// The one argument that makes the executable a cutting process.
  package static let argument = "--cutting-process"

  /// How often a waiting parent looks whether it should stop.
  private static let patience = 100

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

  private static let senseless = CutFailure(
    .environment(.invalidArgument), "the decoder answered what it was not asked")

  /// - Returns: the answer that ends the task.
  private func perform(
    _ task: ChildTask, report: (CutAnswer) -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> CutAnswer {
    let child = try running()
    do {
      try child.send(CutWire.encode(task))
    } catch {
      throw death(of: child)
    }
    let limits = task.source.limits
    var deadline = Instant.now + .seconds(limits.seconds)
    while true {
      if shouldStop() {
        stop(child)
        throw CutFailure(.interrupted, "interrupted")
      }
      switch child.readLine(milliseconds: Self.patience) {
      case .timedOut:
        guard Instant.now < deadline else {
          stop(child)
          throw CutFailure(.limit, "took longer than its deadline and was stopped")
        }
      case .closed: throw death(of: child)
      case .line(let line):
        guard let answer = CutWire.decode(CutAnswer.self, line) else { continue }
        switch answer {
        case .begun(let facts):
          deadline = .now + .seconds(limits.deadline(pixels: facts.pixels))
          report(answer)
        case .progress: report(answer)
        case .examined, .done: return answer
        case .failed(let failure): throw failure
        }
      }
    }
  }

  private func running() throws(CutFailure) -> ChildProcess {
    if let child { return child }
    do {
      let made = try ChildProcess(program: program, arguments: [Self.argument])
      child = made
      return made
    } catch {
      throw CutFailure(.environment(error), "the cutting process does not start: \(error)")
    }
  }

  private func stop(_ child: ChildProcess) {
    child.end()
    self.child = nil
  }

  /// What the child's end means for the image it was at.
  private func death(of child: ChildProcess) -> CutFailure {
    self.child = nil
    switch child.ended(withinMilliseconds: 1000) {
    case .exited(let code): return CutFailure(.source, "the decoder ended with code \(code)")
    case .killed(let signal):
      let signal = Int32(signal)
      let cause = CutFailure.Cause.died(signal: signal)
      switch signal {
      case SIGXCPU: return CutFailure(.limit, "used more processor time than its limit")
      case SIGKILL: return CutFailure(cause, "the decoder was killed, by somebody or for memory")
      case SIGTRAP, SIGABRT:
        return CutFailure(cause, "the decoder gave up, for want of memory as a rule")
      default: return CutFailure(cause, "the decoder crashed (signal \(signal))")
      }
    }
  }
}
