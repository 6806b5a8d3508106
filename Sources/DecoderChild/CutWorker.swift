import Cutter
import DecoderChildren
import Glibc
import Posix
import Sandbox

/// The child of the nursery that reads one image: takes one task, answers, and ends.
final class CutWorker: Sendable {
  private let line: MessageLine

  /// - Parameter descriptors: what the child was given: its line to who asks.
  init?(_ descriptors: [CInt]) {
    guard let line = descriptors.first else { return nil }
    self.line = MessageLine(FileDescriptor(owning: line), longest: 1 << 16)
  }

  /// Gives up what decoding doesn't need.
  ///
  /// - Returns: the work; nil where it must not be done.
  func confined() -> (@Sendable () -> Void)? {
    ProcessLimits.setNoCoreFiles()
    do {
      try Confinement.enter()
      return { self.run() }
    } catch {
      let words = "the cutting process could not be confined: \(error)"
      answer(.failed(CutFailure(.environment(error), words)))
      return nil
    }
  }

  /// Does the task.
  private func run() {
    guard case .message(let message) = line.next(until: .now + .seconds(60)) else { return }
    guard let task = CutWire.decode(ChildTask.self, message) else {
      return answer(.failed(CutFailure(.source, "an order that can't be read")))
    }
    ProcessLimits.setMemory(bytes: task.source.limits.memory)
    do {
      switch task {
      case .examine(let source):
        ProcessLimits.setProcessorTime(secondsFromNow: Int(source.limits.seconds) * 2)
        answer(.examined(try SourceFacts(of: source)))
      case .cut(let request):
        let throttle = Throttle()
        let outcome = try ImageCut(request) { if throttle.passes($0) { self.answer($0) } }.run()
        answer(.done(outcome))
      }
    } catch {
      answer(.failed(CutFailure(error)))
    }
  }

  /// A parent that has gone needs no answer, and ends this process.
  private func answer(_ message: CutAnswer) { try? line.send(CutWire.encode(message)) }

  /// Lets progress through at most ten times a second.
  private final class Throttle {
    private var last: Instant?

    func passes(_ message: CutAnswer) -> Bool {
      guard case .progress = message else { return true }
      let now = Instant.now
      if let last, now - last < .milliseconds(100) { return false }
      last = now
      return true
    }
  }
}
