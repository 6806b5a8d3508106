import Cutter
import Decoding
import DecoderChildren
import Glibc
import Posix
import Sandbox

/// The child of the nursery that reads one image: takes one task, answers, and ends.
final class CutWorker: Sendable {
  private let line: MessageLine
  private let source: SourceCopies
  /// Where a pyramid is to be written, the file is open there.
  private let output: CInt?

  /// - Parameter descriptors: what the child was given: its line to who asks, the source three times,
  ///   and the pyramid's file.
  init?(_ descriptors: [CInt]) {
    guard descriptors.count >= 4 else { return nil }
    line = MessageLine(FileDescriptor(owning: descriptors[0]), longest: 1 << 16)
    source = SourceCopies(descriptors[1], descriptors[2], descriptors[3])
    output = descriptors.count > 4 ? descriptors[4] : nil
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
      case .examine(let request):
        ProcessLimits.setProcessorTime(secondsFromNow: Int(request.limits.seconds) * 2)
        answer(.examined(try SourceFacts(of: source, request)))
      case .cut(let request):
        guard let output else { throw CutFailure(.source, "there is no file to write to") }
        let throttle = Throttle()
        let cut = ImageCut(source, to: FileDescriptor(owning: output), request) {
          if throttle.passes($0) { self.answer($0) }
        }
        try cut.run()
        answer(.done)
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
