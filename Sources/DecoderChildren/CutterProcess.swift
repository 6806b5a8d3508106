import Foundation
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

  /// Has one job done.
  ///
  /// - Parameters:
  ///   - request: what is to be done.
  ///   - report: what the child tells on its way.
  ///   - shouldStop: asked ten times a second; yes ends the child and the job.
  /// - Returns: what came of it.
  /// - Throws: whatever goes wrong with this image, the child's death too.
  package func perform(
    _ request: CutRequest, report: (CutAnswer) -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> CutOutcome {
    let child = try running()
    do {
      try child.send(CutWire.encode(request))
    } catch {
      throw death(of: child)
    }
    var deadline = Date().addingTimeInterval(request.limits.seconds)
    while true {
      if shouldStop() {
        stop(child)
        throw CutFailure(.interrupted, "interrupted")
      }
      switch child.readLine(milliseconds: Self.patience) {
      case .timedOut:
        guard Date() < deadline else {
          stop(child)
          throw CutFailure(.limit, "took longer than its deadline and was stopped")
        }
      case .closed: throw death(of: child)
      case .line(let line):
        guard let answer = CutWire.decode(CutAnswer.self, line) else { continue }
        switch answer {
        case .begun(let facts):
          deadline = Date().addingTimeInterval(request.limits.deadline(pixels: facts.pixels))
          report(answer)
        case .progress: report(answer)
        case .done(let outcome): return outcome
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
