import HTTPWire
import Posix

/// Closing once the client has seen everything.
extension EventLoop {
  /// How long a reader keeps an answer waiting before it is one to part with, where memory is short.
  private static let slowness = Duration.seconds(2)

  /// Closes the connection that has made no progress for the longest time, of those whose answers
  /// take memory; none where all are well.
  func partWithSlowest() {
    // A deadline was set when there was progress.
    let latest = now.later(nanoseconds: lengths[.write] - Self.slowness.nanoseconds)
    let slowest = deadlines.first(.write) { slot, deadline in
      deadline <= latest && connections[Int(slot)]?.output.holdsMemory == true
    }
    if let slowest, let connection = connections[Int(slowest)] { close(connection) }
  }

  private static let lingerBytes: Int64 = 1024 * 1024

  /// Everything is sent and nothing more is read: closes once the client has seen it.
  func finish(_ connection: Connection) {
    guard !connection.inputEnded else {
      close(connection)
      return
    }
    // Closing with unread bytes would make the kernel drop what was sent and reset the client.
    Socket.endOutput(of: connection.socket.number)
    connection.isLingering = true
    connection.input = []
    setDeadline(.linger, of: connection.registration.slot)
    linger(connection)
  }

  func linger(_ connection: Connection) {
    var discarded: Int64 = 0
    while connection.mayRead {
      switch Transfer.receive(from: connection.socket.number, into: reading) {
      case .wouldBlock: connection.mayRead = false
      case .bytes(let count) where discarded < Self.lingerBytes: discarded += Int64(count)
      case .bytes, .ended, .failed:
        close(connection)
        return
      }
    }
  }
}
