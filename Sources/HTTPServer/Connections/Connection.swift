import HTTPWire
import Posix

/// One client's connection: plain state, owned by its loop.
final class Connection {
  let socket: FileDescriptor
  let peer: SocketAddress
  let registration: Registration

  var machine = ConnectionMachine()
  /// What came and was not consumed yet; takes no memory while there is nothing.
  var input: [UInt8] = []
  var output = OutputQueue()

  /// Whether there is input that was not looked at, because answers before it are still to go out.
  var hasUnseenInput = false

  var mayRead = false
  var mayWrite = true
  /// The kernel has said that the client closed its side; what it sent before may still wait.
  var endIsNear = false
  /// Everything the client sent was read.
  var inputEnded = false
  var isLingering = false
  var isClosed = false
  var isQueuedAgain = false

  /// Counts exchanges, so that a late answer never meets a later request.
  var exchangeNumber: UInt64 = 0
  var answering = Answering.nothing
  var records = AnswerRecords()

  /// What the deadline was last set for, to tell progress from waiting.
  var deadlineRequests = -1
  var deadlineSent: Int64 = -1

  /// Whether nothing has come since the last answer went out.
  var isIdle: Bool {
    machine.expectation == .nextRequest && output.isEmpty && input.isEmpty && !mayRead
  }

  init(_ socket: consuming FileDescriptor, peer: SocketAddress, registration: Registration) {
    self.socket = socket
    self.peer = peer
    self.registration = registration
  }

  deinit { assert(isClosed, "a connection was let go without being closed") }
}
