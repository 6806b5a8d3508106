import HTTPWire
import Posix

/// What other threads tell a loop.
enum LoopMessage: Sendable {
  /// A connection to look after; the loop owns the descriptor from here on.
  case adopt(Int32, SocketAddress)
  case answer(Registration, exchange: UInt64, Response)
  case piece(Registration, exchange: UInt64, BodyPiece)
  /// Part with the reader that keeps an answer in memory the longest.
  case relieve
  /// Finish what is under way and end, at that moment at the latest.
  case stop(Instant)
  /// Other limits and times hold from here on.
  indirect case obey(ServerConfiguration)
}

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

/// The way back to one request's connection.
final class LoopExchange: Exchange {
  private let mailbox: Mailbox
  private let registration: Registration
  private let number: UInt64

  init(_ mailbox: Mailbox, _ registration: Registration, number: UInt64) {
    self.mailbox = mailbox
    self.registration = registration
    self.number = number
  }

  func answer(_ response: Response) {
    mailbox.post(.answer(registration, exchange: number, response))
  }

  func supply(_ piece: BodyPiece) {
    mailbox.post(.piece(registration, exchange: number, piece))
  }
}
