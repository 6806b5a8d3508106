import HTTPWire
import Posix

/// A loop's post: messages behind a lock, and a bell to wake it.
final class Mailbox: Sendable {
  private struct State {
    var messages: [LoopMessage] = []
    var isClosed = false
  }

  // No `Mutex`: where two meet at one, it waits inside a library that ThreadSanitizer can't look
  // into, and what the lock keeps in order is told as a race.
  private let state = Monitor(State())
  private let bell: EventDescriptor

  init() throws(Errno) { bell = try EventDescriptor() }

  var number: Int32 { bell.number }

  /// Leaves a message.
  ///
  /// - Returns: false when the loop is gone and will never read it.
  @discardableResult
  func post(_ message: LoopMessage) -> Bool {
    let (isTaken, mustRing) = state.change { state in
      guard !state.isClosed else { return (false, false) }
      state.messages.append(message)
      return (true, state.messages.count == 1)
    }
    if mustRing { bell.ring() }
    return isTaken
  }

  /// Takes all messages; the array given in becomes the next letter box.
  func take(into messages: inout [LoopMessage]) {
    messages.removeAll(keepingCapacity: true)
    bell.silence()
    state.change { swap(&$0.messages, &messages) }
  }

  /// Takes what is left, and no more from now on.
  func close() -> [LoopMessage] {
    state.change { state in
      state.isClosed = true
      let rest = state.messages
      state.messages = []
      return rest
    }
  }
}
