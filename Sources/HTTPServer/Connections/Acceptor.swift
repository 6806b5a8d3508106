import Posix

/// Takes waiting connections and chooses a loop for each.
struct Acceptor {
  enum Outcome {
    /// A new connection's descriptor, the caller's from here on.
    case connection(Int32)
    /// Nobody waits.
    case none
    /// There are no descriptors or memory for another one.
    case exhausted
  }

  private let listeners: Listeners
  private let receivers: [Mailbox]
  private var turn = 0
  var isPaused = false
  /// Held in reserve: when descriptors run out, it makes room to accept a client and turn it away
  /// rather than leave it waiting.
  private let spare = SpareDescriptor()

  init(_ listeners: Listeners, receivers: [Mailbox]) {
    self.listeners = listeners
    self.receivers = receivers
  }

  var listenerNumbers: [Int32] { listeners.numbers }

  mutating func nextReceiver() -> Mailbox? {
    guard !receivers.isEmpty else { return nil }
    turn = (turn + 1) % receivers.count
    return receivers[turn]
  }

  mutating func accept(_ index: Int, peer: inout SocketAddress?) -> Outcome {
    var address = SocketAddress.unknown
    do throws(Errno) {
      guard let socket = try Socket.accept(on: listeners.numbers[index], peer: &address) else {
        return .none
      }
      peer = address
      return .connection(socket.release())
    } catch {
      guard error == .tooManyOpenFiles, spare.release() else { return .exhausted }
      _ = try? Socket.accept(on: listeners.numbers[index], peer: &address)
      return spare.reserve() ? .none : .exhausted
    }
  }
}
