package import HTTPWire
package import Posix
import Synchronization

/// A running server: its listeners, and a thread for each event loop.
package final class Server {
  /// Where it listens, with the ports that were chosen.
  package let addresses: [SocketAddress]

  private let mailboxes: [Mailbox]
  private let threads = ThreadGroup()
  private let progress: Progress
  private let accessLog: AccessLog?
  private let shared = SharedState()

  /// What the loops tell the one who waits for them.
  private final class Progress: Sendable {
    let running: Atomic<Int>
    let bell: SharedBell

    init(loops: Int) throws(Errno) {
      running = Atomic(loops)
      bell = SharedBell(try EventDescriptor())
    }

    func end() {
      running.subtract(1, ordering: .releasing)
      bell.descriptor.ring()
    }
  }

  /// A loop on its way to its thread.
  ///
  /// `@unchecked`: made by one thread and run by another, which is started after that.
  private final class Handover: @unchecked Sendable {
    let loop: EventLoop
    init(_ loop: EventLoop) { self.loop = loop }
  }

  /// Listens and starts the loops.
  ///
  /// `makeResponder`: called once for each loop, with its number.
  package init(
    _ configuration: ServerConfiguration, makeResponder: (Int) throws -> any Responder
  ) throws {
    let listeners = try Listeners(configuration.addresses)
    addresses = listeners.addresses
    accessLog = configuration.accessLog
    let count = max(1, configuration.loops)
    progress = try Progress(loops: count)
    var boxes: [Mailbox] = []
    for _ in 0..<count { boxes.append(try Mailbox()) }
    mailboxes = boxes
    var loops: [Handover] = []
    for index in 0..<count {
      let acceptor = index == 0 ? Acceptor(listeners, receivers: boxes) : nil
      let loop = try EventLoop(
        index: index, configuration: configuration, shared: shared, mailbox: boxes[index],
        responder: try makeResponder(index), acceptor: acceptor)
      loops.append(Handover(loop))
    }
    try threads.start("loop", count: count) { [loops, progress] index in
      loops[index].loop.run()
      progress.end()
    }
  }

  /// Tells how many connections are open, from any thread.
  package var connectionCount: @Sendable () -> Int {
    { [shared] in shared.openConnections.load(ordering: .relaxed) }
  }

  /// Takes no more connections, finishes what is under way, and ends.
  package func drain() {
    for mailbox in mailboxes { mailbox.post(.drain) }
  }

  /// Ends now.
  package func stop() {
    for mailbox in mailboxes { mailbox.post(.stop) }
  }

  /// Waits until all loops have ended, and at most two seconds more for the log.
  package func join(logPatience: Int32 = 2000) {
    threads.join()
    accessLog?.close(patience: logPatience)
  }

  /// Serves until SIGTERM or SIGINT: the first drains, a second one ends at once.
  ///
  /// - Parameters:
  ///   - signals: blocked before the server's threads were started.
  ///   - drainDeadline: milliseconds for answers under way.
  ///   - hangUp: called at each SIGHUP, which ends nothing.
  /// - Returns: whether every answer under way was finished.
  /// - Throws: what the system says when it can't tell of signals.
  package func run(
    until signals: borrowing SignalDescriptor, drainDeadline: Int64, hangUp: () -> Void
  ) throws(Errno) -> Bool {
    let epoll = try Epoll(capacity: 8)
    let timer = try TimerDescriptor()
    let asked = Registration(slot: 0, generation: 0)
    let late = Registration(slot: 1, generation: 0)
    let ended = Registration(slot: 2, generation: 0)
    try epoll.add(signals.number, .readable, as: asked)
    try epoll.add(timer.number, .readable, as: late)
    try epoll.add(progress.bell.descriptor.number, .readable, as: ended)
    var isDraining = false
    var isComplete = true
    while progress.running.load(ordering: .acquiring) > 0 {
      for index in 0..<(try epoll.wait(milliseconds: -1)) {
        let (registration, _) = epoll.event(index)
        if registration == ended { progress.bell.descriptor.silence() }
        if registration == late {
          isComplete = false
          stop()
          try timer.set(after: 60_000)
        }
        guard registration == asked, let signal = try signals.next() else { continue }
        if signal == SignalDescriptor.hangUp {
          hangUp()
        } else if isDraining {
          isComplete = false
          stop()
        } else {
          isDraining = true
          drain()
          try timer.set(after: drainDeadline)
        }
      }
    }
    join(logPatience: isComplete ? 2000 : 100)
    return isComplete
  }
}
