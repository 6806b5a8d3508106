import HTTPWire
import Posix

/// How long a client may take for what is expected of it next.
extension EventLoop {
  /// Bytes that a client has to take of what waits for it, within the time for writing.
  private static let leastProgress: Int64 = 16 * 1024

  func setDeadline(_ connection: Connection) {
    let slot = connection.registration.slot
    let current = deadlines.kind(of: slot)
    var kind = DeadlineKind.none
    if !connection.output.isEmpty {
      // Restarted by what was taken, not by every try, and not by a byte at a time.
      let taken = connection.output.sent - connection.deadlineSent
      if current == .write, taken < Self.leastProgress { return }
      connection.deadlineSent = connection.output.sent
      kind = .write
    } else {
      let requests = connection.machine.requests
      switch connection.machine.expectation {
      case .nextRequest where requests == 0 && current == .head: return
      case .nextRequest: kind = .idle
      case .restOfHead:
        if current == .head, connection.deadlineRequests == requests { return }
        connection.deadlineRequests = requests
        kind = .head
      case .restOfBody:
        if current == .body, connection.deadlineRequests == requests { return }
        connection.deadlineRequests = requests
        kind = .body
      case .answer, .nothing: break
      }
    }
    setDeadline(kind, of: slot)
  }

  /// Gives a connection so much time as its kind of deadline has.
  func setDeadline(_ kind: DeadlineKind, of slot: UInt32) {
    deadlines.set(slot, kind, at: now.later(nanoseconds: lengths[kind]))
  }

  func expireDeadlines() {
    while let slot = deadlines.popExpired(now: now) {
      guard let connection = connections[Int(slot)] else { continue }
      if connection.isLingering || !connection.output.isEmpty {
        close(connection)
      } else if let refusal = connection.machine.timeOut() {
        refuse(refusal, on: connection)
        service(connection)
      } else {
        close(connection)
      }
    }
  }
}
