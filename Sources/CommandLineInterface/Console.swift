import FoundationEssentials
import Posix
import Synchronization

/// Where a command writes: results to the output, everything else to the error stream.
package struct Console: Sendable {
  package let output: @Sendable (String) -> Void
  package let error: @Sendable (String) -> Void
  /// The error stream with a terminal's own orders in the text.
  let draw: @Sendable (String) -> Void
  /// Why results did not get where they were sent; nil as long as they did.
  let outputFailure: @Sendable () -> String?

  /// Writes JSON as a result: what no terminal should get is escaped as JSON has it.
  func output(json text: String) { output(TerminalText.harmless(json: text)) }

  /// Writes a value as JSON: sorted keys, and one line feed at the end.
  func output(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    output(json: String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
  }

  /// The process's own streams.
  package static var standard: Console {
    let failure = FailureNote()
    return Console(
      output: { failure.note(write(TerminalText.harmless($0), to: 1)) },
      error: { _ = write(TerminalText.harmless($0), to: 2) },
      draw: { _ = write($0, to: 2) },
      outputFailure: { failure.reason })
  }

  /// A reader that has gone away is not this program's error.
  private static func write(_ text: String, to descriptor: Int32) -> Errno? {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      switch Transfer.write(bytes.span, from: done, to: descriptor) {
      case .bytes(let count): done += count
      case .wouldBlock: Clock.sleep(milliseconds: 1)
      case .ended: return nil
      case .failed(let error): return error == .brokenPipe ? nil : error
      }
    }
    return nil
  }

  /// The first thing that went wrong.
  private final class FailureNote: Sendable {
    private let first = Mutex<Errno?>(nil)

    var reason: String? { first.withLock { $0?.description } }

    func note(_ error: Errno?) {
      if let error { first.withLock { $0 = $0 ?? error } }
    }
  }
}
