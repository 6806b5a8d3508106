import ByteText
import HTTPWire
import Posix
import Synchronization

/// One thread's connections and the queue of events that drives them.
///
/// Everything here belongs to the loop's thread; other threads use its mailbox.
final class EventLoop {
  var configuration: ServerConfiguration
  var lengths: DeadlineLengths
  let shared: SharedState
  let mailbox: Mailbox
  let responder: any Responder
  /// Nil where answers are not logged.
  var log: AccessLogLane?
  let index: Int
  let epoll: Epoll
  var acceptor: Acceptor?

  var connections: [Connection?] = []
  var generations: [UInt32] = []
  var freeSlots: [UInt32] = []
  var connectionCount = 0
  var deadlines = DeadlineLists()
  var messages: [LoopMessage] = []
  /// The first of them that is not done.
  var nextMessage = 0
  /// Connections that used up their turn and have more to do.
  var again: [Connection] = []
  private var taken: [Connection] = []

  // Scratch that every connection uses in its turn.
  // What is read and not yet answered stays with its connection: not much of it at a time.
  let reading = IOBuffer(capacity: 8 * 1024)
  let staging = IOBuffer(capacity: 256 * 1024)
  var sendList = SendList()
  var request = Request()
  var response = Response()

  /// The current turn's time, and seconds since 1970.
  var now = Instant.now
  var wallSeconds: Int64 = -1
  /// The `Date` line of the current second.
  var dateLine: [UInt8] = []
  /// When the loop ends at the latest, once it has been told to; until then it finishes what is
  /// under way.
  var end: Instant?
  var nextIdentifier: UInt64

  static let bell = Registration(slot: .max, generation: 0)
  /// Slots from here up are listeners.
  static let firstListener: UInt32 = .max - 1024

  init(
    index: Int, configuration: ServerConfiguration, shared: SharedState, mailbox: Mailbox,
    responder: any Responder, acceptor: consuming Acceptor?
  ) throws(Errno) {
    self.configuration = configuration
    lengths = DeadlineLengths(configuration)
    self.shared = shared
    self.mailbox = mailbox
    self.responder = responder
    self.index = index
    log = configuration.accessLog?.lane(index)
    epoll = try Epoll()
    self.acceptor = acceptor
    // Unique over restarts and loops without asking anybody: time on top, loop and count below.
    nextIdentifier = UInt64(truncatingIfNeeded: Clock.wallSeconds) << 32 | UInt64(index & 255) << 24
    try epoll.add(mailbox.number, .readable, as: Self.bell)
    if let numbers = self.acceptor?.listenerNumbers {
      for (index, number) in numbers.enumerated() {
        let slot = Self.firstListener + UInt32(truncatingIfNeeded: index)
        try epoll.add(number, .readable, as: Registration(slot: slot, generation: 0))
      }
    }
  }

  var isDraining: Bool { end != nil }

  /// Works until it is told to end and has done so.
  func run() {
    refreshTime()
    while !hasEnded {
      let count: Int
      do throws(Errno) {
        count = try epoll.wait(milliseconds: waitingTime)
      } catch {
        // Only a broken descriptor table can make waiting fail: nothing here can go on.
        preconditionFailure("waiting for events failed: \(error)")
      }
      refreshTime()
      responder.beginTurn()
      for index in 0..<count {
        let (registration, readiness) = epoll.event(index)
        dispatch(registration, readiness)
      }
      // The bell has been heard for them; those that come meanwhile ring it again.
      if hasMessages { readMessages() }
      expireDeadlines()
      resumeAccepting()
      if !again.isEmpty {
        responder.beginTurn()
        runAgain()
      }
    }
    leave()
  }

  private var hasEnded: Bool {
    guard let end else { return false }
    return connectionCount == 0 || now >= end
  }

  private var waitingTime: Int32 {
    if !again.isEmpty || hasMessages { return 0 }
    var wait: Int64 = -1
    if let next = deadlines.next { wait = milliseconds(until: next) }
    if let acceptor, acceptor.isPaused { wait = wait < 0 ? 50 : min(wait, 50) }
    if let end { wait = wait < 0 ? milliseconds(until: end) : min(wait, milliseconds(until: end)) }
    return Int32(min(wait, 60_000))
  }

  private func milliseconds(until moment: Instant) -> Int64 {
    guard moment > now else { return 0 }
    // What lies beyond the clock's end is as good as its end.
    let (left, overflow) = moment.nanoseconds.subtractingReportingOverflow(now.nanoseconds)
    return overflow ? .max : left / 1_000_000 + 1
  }

  private func refreshTime() {
    now = .now
    let seconds = Clock.wallSeconds
    guard seconds != wallSeconds else { return }
    wallSeconds = seconds
    dateLine.removeAll(keepingCapacity: true)
    dateLine.append("Date: ")
    HTTPDate.append(seconds, to: &dateLine)
    dateLine.append("\r\n")
  }

  private func dispatch(_ registration: Registration, _ readiness: Readiness) {
    if registration == Self.bell {
      readMessages()
    } else if registration.slot >= Self.firstListener {
      accept(Int(registration.slot - Self.firstListener))
    } else if let connection = find(registration) {
      if readiness.hasAny(of: .readable, .inputEnded) { connection.mayRead = true }
      if readiness.contains(.inputEnded) { connection.endIsNear = true }
      if readiness.contains(.writable) { connection.mayWrite = true }
      if readiness.hasAny(of: .hungUp, .failed) {
        close(connection)
      } else if readiness.contains(.inputEnded), connection.answering.isWaiting {
        // Nobody can tell a client that only closed its sending side from one that went away, and
        // browsers drop what they no longer want in just this way: the work is not worth doing.
        close(connection)
      } else {
        service(connection)
      }
    }
  }

  private func runAgain() {
    swap(&again, &taken)
    for connection in taken {
      connection.isQueuedAgain = false
      if !connection.isClosed { service(connection) }
    }
    taken.removeAll(keepingCapacity: true)
  }
}
