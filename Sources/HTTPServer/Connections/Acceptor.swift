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
      // Whatever keeps it from being accepted now, it waits on.
      if let socket = try? Socket.accept(on: listeners.numbers[index], peer: &address) {
        Self.turnAway(socket)
      }
      return spare.reserve() ? .none : .exhausted
    }
  }

  private static let refusal: StaticString = """
    HTTP/1.1 503 Service Unavailable\r
    Retry-After: 10\r
    Content-Length: 0\r
    Connection: close\r
    \r

    """

  /// Tells a client to come again, before it has asked for anything.
  private static func turnAway(_ socket: consuming FileDescriptor) {
    let bytes = refusal.withUTF8Buffer { unsafe Array($0) }
    _ = Transfer.send(bytes.span, to: socket.number)
    Socket.endOutput(of: socket.number)
    // What it has sent by now would make closing an error, which may come before these words.
    let unread = IOBuffer(capacity: 8 * 1024)
    _ = Transfer.receive(from: socket.number, into: unread)
  }
}
