package import HTTPWire
package import Posix
import Synchronization

/// A running server: its listeners, and a thread for each event loop.
package final class Server: Sendable {
  /// Where it listens, with the ports that were chosen.
  package let addresses: [SocketAddress]

  private let mailboxes: [Mailbox]
  private let threads = ThreadGroup()
  /// The one in use now.
  private let accessLog: Mutex<AccessLog?>
  private let shared = SharedState()

  /// A loop on its way to its thread.
  ///
  /// `@unchecked`: made by one thread and run by another, which is started after that.
  private final class Handover: @unchecked Sendable {
    let loop: EventLoop
    init(_ loop: EventLoop) { self.loop = loop }
  }

  /// Listens and starts the loops.
  ///
  /// - Parameters:
  ///   - configuration: where it listens, and what it allows.
  ///   - makeResponder: called once for each loop, with its number.
  /// - Throws: `ListeningFailure` for an address, and what the system refuses.
  package init(
    _ configuration: ServerConfiguration, makeResponder: (Int) throws -> any Responder
  ) throws {
    let listeners = try Listeners(
      configuration.addresses, permissions: configuration.socketPermissions)
    addresses = listeners.addresses
    accessLog = Mutex(configuration.accessLog)
    let count = max(1, configuration.loops)
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
    try threads.start("loop", count: count) { [loops] index in loops[index].loop.run() }
  }

  /// Tells how many connections are open, from any thread.
  package var connectionCount: @Sendable () -> Int {
    { [shared] in shared.openConnections.load(ordering: .relaxed) }
  }

  /// Parts with a reader or two that keep answers waiting the longest, from any thread: for when too
  /// much memory waits for them.
  package var relief: @Sendable () -> Void {
    { [mailboxes] in
      for mailbox in mailboxes { mailbox.post(.relieve) }
    }
  }

  /// Serves until it was told to stop and has done so, and the log is written.
  ///
  /// - Returns: whether every answer under way was finished.
  @discardableResult
  package func run() -> Bool {
    threads.join()
    let isComplete = !shared.wasCutShort.load(ordering: .acquiring)
    accessLog.withLock { $0 }?.close(patience: isComplete ? 2000 : 100)
    return isComplete
  }

  /// Takes no more connections, finishes what is under way, and ends.
  ///
  /// From any thread; said again it can only shorten the time.
  ///
  /// - Parameter time: for answers under way; what is not finished by then is cut short.
  package func stop(drain time: Duration = .zero) {
    let end = Instant.now + time
    for mailbox in mailboxes { mailbox.post(.stop(end)) }
  }

  /// Goes on by other limits and times, and in another log or none, from any thread; addresses and
  /// loops stay.
  ///
  /// - Parameter configuration: what holds from now on.
  package func obey(_ configuration: ServerConfiguration) {
    accessLog.withLock { $0 = configuration.accessLog }
    for mailbox in mailboxes { mailbox.post(.obey(configuration)) }
  }
}
