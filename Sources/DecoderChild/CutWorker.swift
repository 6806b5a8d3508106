import Cutter
import DecoderChildren
import Foundation
import Posix
import Sandbox

/// The cutting process: reads jobs from its standard input, answers on its standard output, and
/// holds no right that decoding doesn't need.
package enum CutWorker {
  /// Serves jobs until the parent closes the pipe.
  package static func serve() {
    ProcessLimits.setNoCoreFiles()
    do {
      try Confinement.enter()
    } catch {
      answer(
        .failed(
          CutFailure(
            .environment(error), "the cutting process could not be confined: \(error)")))
      return
    }
    while let line = readLine(strippingNewline: true) {
      guard let task = CutWire.decode(ChildTask.self, Array(line.utf8)) else {
        answer(.failed(CutFailure(.source, "an order that can't be read")))
        continue
      }
      ProcessLimits.setMemory(bytes: task.source.limits.memory)
      do {
        switch task {
        case .examine(let source):
          ProcessLimits.setProcessorTime(secondsFromNow: Int(source.limits.seconds) * 2)
          answer(.examined(try SourceFacts(of: source)))
        case .cut(let request):
          answer(.done(try ImageCut(request, report: Throttle().pass).run()))
        }
      } catch {
        answer(.failed(CutFailure(error)))
      }
    }
  }

  fileprivate static func answer(_ message: CutAnswer) {
    let line = CutWire.encode(message) + [UInt8(ascii: "\n")]
    try? FileHandle.standardOutput.write(contentsOf: Data(line))
  }

  /// Lets progress through at most ten times a second.
  private final class Throttle {
    private var last: Instant?

    func pass(_ message: CutAnswer) {
      if case .progress = message {
        let now = Instant.now
        if let last, now - last < .milliseconds(100) { return }
        last = now
      }
      CutWorker.answer(message)
    }
  }
}
