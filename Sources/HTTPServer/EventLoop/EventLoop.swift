import ByteText
import HTTPWire
import Posix
import Synchronization

/// What the loops of one server share.
final class SharedState: Sendable {
  let openConnections = Atomic<Int>(0)
}

/// One thread's connections and the queue of events that drives them.
///
/// Everything here belongs to the loop's thread; other threads use its mailbox.
final class EventLoop {
  let configuration: ServerConfiguration
  let shared: SharedState
  let mailbox: Mailbox
  let responder: any Responder
  let log: AccessLogLane?
  let epoll: Epoll
  private var acceptor: Acceptor?

  private var connections: [Connection?] = []
  private var generations: [UInt32] = []
  private var freeSlots: [UInt32] = []
  private(set) var connectionCount = 0
  var deadlines = DeadlineLists()
  private var messages: [LoopMessage] = []
  /// Connections that used up their turn and have more to do.
  var again: [Connection] = []
  private var taken: [Connection] = []

  // Scratch that every connection uses in its turn.
  let reading = IOBuffer(capacity: 64 * 1024)
  let staging = IOBuffer(capacity: 256 * 1024)
  var sendList = SendList()
  var request = Request()
  var response = Response()

  /// The current turn's time: nanoseconds of the monotonic clock, and seconds since 1970.
  var now: Int64 = 0
  var wallSeconds: Int64 = -1
  /// The `Date` line of the current second.
  var dateLine: [UInt8] = []
  private(set) var isDraining = false
  private var isStopped = false
  var nextIdentifier: UInt64

  private static let bell = Registration(slot: .max, generation: 0)
  /// Slots from here up are listeners.
  private static let firstListener: UInt32 = .max - 1024

  init(
    index: Int, configuration: ServerConfiguration, shared: SharedState, mailbox: Mailbox,
    responder: any Responder, acceptor: consuming Acceptor?
  ) throws(Errno) {
    self.configuration = configuration
    self.shared = shared
    self.mailbox = mailbox
    self.responder = responder
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

  /// Works until it is told to end and has done so.
  func run() {
    refreshTime()
    while !(isStopped || (isDraining && connectionCount == 0)) {
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
      expireDeadlines()
      resumeAccepting()
      if !again.isEmpty {
        responder.beginTurn()
        runAgain()
      }
    }
    end()
  }

  private var waitingTime: Int32 {
    if !again.isEmpty { return 0 }
    var wait: Int64 = -1
    if let next = deadlines.next { wait = max(0, (next - now + 999_999) / 1_000_000) }
    if let acceptor, acceptor.isPaused { wait = wait < 0 ? 50 : min(wait, 50) }
    return Int32(min(wait, 60_000))
  }

  private func refreshTime() {
    now = Clock.monotonicNanoseconds
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

  // MARK: Connections

  func find(_ registration: Registration) -> Connection? {
    let slot = Int(registration.slot)
    guard slot < connections.count, generations[slot] == registration.generation else { return nil }
    return connections[slot]
  }

  private func adopt(_ socket: consuming FileDescriptor, _ peer: SocketAddress) {
    let slot: UInt32
    if let free = freeSlots.popLast() {
      slot = free
    } else {
      slot = UInt32(truncatingIfNeeded: connections.count)
      connections.append(nil)
      generations.append(0)
    }
    let registration = Registration(slot: slot, generation: generations[Int(slot)])
    let connection = Connection(socket, peer: peer, registration: registration)
    connections[Int(slot)] = connection
    connectionCount += 1
    if peer.port != nil { Socket.disableDelay(on: connection.socket.number) }
    deadlines.set(slot, .head, at: now + configuration.headDeadline * 1_000_000)
    connection.deadlineRequests = 0
    do throws(Errno) {
      let interest: Readiness = [.readable, .writable, .inputEnded, .edgeTriggered]
      try epoll.add(connection.socket.number, interest, as: registration)
    } catch {
      close(connection)
      return
    }
    if isDraining { connection.machine.stopPersisting() }
  }

  func close(_ connection: Connection) {
    guard !connection.isClosed else { return }
    connection.isClosed = true
    connection.answering.cancel()
    connection.answering = .nothing
    connection.machine.abort()
    logCutAnswers(of: connection)
    let slot = connection.registration.slot
    deadlines.set(slot, .none, at: 0)
    // The number is closed with the object, which may outlive this turn: no more events till then.
    connections[Int(slot)] = nil
    generations[Int(slot)] &+= 1
    freeSlots.append(slot)
    connectionCount -= 1
    shared.openConnections.subtract(1, ordering: .relaxed)
  }

  // MARK: Messages

  private func readMessages() {
    var batch: [LoopMessage] = []
    swap(&batch, &messages)
    mailbox.take(into: &batch)
    for message in batch {
      switch message {
      case .adopt(let number, let peer): adopt(FileDescriptor(owning: number), peer)
      case .answer(let registration, let exchange, let response):
        if let connection = find(registration) { take(response, for: exchange, on: connection) }
      case .piece(let registration, let exchange, let piece):
        if let connection = find(registration) { take(piece, for: exchange, on: connection) }
      case .drain: drain()
      case .stop: isStopped = true
      }
    }
    batch.removeAll(keepingCapacity: true)
    swap(&batch, &messages)
  }

  private func drain() {
    isDraining = true
    acceptor = nil
    for case let connection? in connections {
      connection.machine.stopPersisting()
      if connection.isIdle { close(connection) }
    }
  }

  private func end() {
    acceptor = nil
    for case let connection? in connections { close(connection) }
    for case .adopt(let number, _) in mailbox.close() {
      _ = FileDescriptor(owning: number)
      shared.openConnections.subtract(1, ordering: .relaxed)
    }
  }

  // MARK: Time

  private func expireDeadlines() {
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

  private func runAgain() {
    swap(&again, &taken)
    for connection in taken {
      connection.isQueuedAgain = false
      if !connection.isClosed { service(connection) }
    }
    taken.removeAll(keepingCapacity: true)
  }

  // MARK: Accepting

  private func accept(_ listener: Int) {
    // A few at a time, for those who are here already to get their turn.
    for _ in 0..<64 {
      if shared.openConnections.load(ordering: .relaxed) >= configuration.connections {
        pauseAccepting()
        return
      }
      var peer: SocketAddress?
      guard let accepted = acceptor?.accept(listener, peer: &peer) else { return }
      switch accepted {
      case .none: return
      case .exhausted:
        pauseAccepting()
        return
      case .connection(let number):
        guard let peer else { return }
        shared.openConnections.add(1, ordering: .relaxed)
        hand(number, peer)
      }
    }
  }

  /// Gives connections to the loops in turn: with few of them, the kernel's own spreading by hash
  /// leaves one loop idle and another overworked.
  private func hand(_ number: Int32, _ peer: SocketAddress) {
    guard let receiver = acceptor?.nextReceiver(), receiver !== mailbox else {
      adopt(FileDescriptor(owning: number), peer)
      return
    }
    if !receiver.post(.adopt(number, peer)) {
      _ = FileDescriptor(owning: number)
      shared.openConnections.subtract(1, ordering: .relaxed)
    }
  }

  private func pauseAccepting() { setAccepting(false) }

  private func resumeAccepting() {
    guard acceptor?.isPaused == true,
      shared.openConnections.load(ordering: .relaxed) < configuration.connections
    else { return }
    setAccepting(true)
  }

  private func setAccepting(_ isOn: Bool) {
    guard let numbers = acceptor?.listenerNumbers else { return }
    acceptor?.isPaused = !isOn
    for (index, number) in numbers.enumerated() {
      let slot = Self.firstListener + UInt32(truncatingIfNeeded: index)
      let registration = Registration(slot: slot, generation: 0)
      // A listener that can't be changed goes on as it was: the cap then holds a turn later.
      try? epoll.modify(number, isOn ? .readable : [], as: registration)
    }
  }
}
