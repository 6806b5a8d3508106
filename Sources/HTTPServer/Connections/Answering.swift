import HTTPWire
import Posix

/// An answer that is still being worked at.
enum Answering {
  case nothing
  case waiting(UnansweredRequest)
  case streaming(StreamState)

  var isNothing: Bool {
    if case .nothing = self { true } else { false }
  }

  var isWaiting: Bool {
    if case .waiting = self { true } else { false }
  }

  var isStreaming: Bool {
    if case .streaming = self { true } else { false }
  }

  /// Tells whoever works at it that nobody waits any more.
  func cancel() {
    switch self {
    case .nothing: break
    case .waiting(let waiting): waiting.work.cancel()
    case .streaming(let stream): stream.producer.cancel()
    }
  }
}
