import HTTPWire
import Posix
import Synchronization

/// What other threads tell the loop, and how it ends.
extension EventLoop {
  /// Messages that are done one after another; an answer may take as long as a turn of its
  /// connection, and one picture may be the answer to many.
  private static let messagesAtOnce = 32

  /// Whether messages are taken that are still to be done.
  var hasMessages: Bool { nextMessage < messages.count }

  func readMessages() {
    if !hasMessages { mailbox.take(into: &messages) }
    let end = min(messages.count, nextMessage + Self.messagesAtOnce)
    while nextMessage < end {
      let message = messages[nextMessage]
      nextMessage += 1
      switch message {
      case .adopt(let number, let peer): adopt(FileDescriptor(owning: number), peer)
      case .answer(let registration, let exchange, let response):
        if let connection = find(registration) { take(response, for: exchange, on: connection) }
      case .piece(let registration, let exchange, let piece):
        if let connection = find(registration) { take(piece, for: exchange, on: connection) }
      case .relieve: partWithSlowest()
      case .stop(let end): drain(until: end)
      case .obey(let configuration): obey(configuration)
      }
    }
    guard !hasMessages else { return }
    messages.removeAll(keepingCapacity: true)
    nextMessage = 0
  }

  private func take(_ response: Response, for exchange: UInt64, on connection: Connection) {
    guard connection.exchangeNumber == exchange, case .waiting(let waiting) = connection.answering
    else { return }
    connection.answering = .nothing
    send(response, to: waiting.request, on: connection, since: waiting.since)
    service(connection)
  }

  private func drain(until end: Instant) {
    self.end = min(end, self.end ?? end)
    acceptor = nil
    for case let connection? in connections {
      connection.machine.stopPersisting()
      if connection.isIdle { close(connection) }
    }
  }

  private func obey(_ configuration: ServerConfiguration) {
    self.configuration = configuration
    lengths = DeadlineLengths(configuration)
    let lane = configuration.accessLog?.lane(index)
    if lane !== log { log?.leave() }
    log = lane
    for kind in DeadlineKind.allCases {
      deadlines.shorten(kind, to: now.later(nanoseconds: lengths[kind]))
    }
  }

  /// Lets go of everything, finished or not.
  func leave() {
    acceptor = nil
    if connectionCount > 0 { shared.wasCutShort.store(true, ordering: .releasing) }
    for case let connection? in connections { close(connection) }
    let unread = messages[nextMessage...] + mailbox.close()
    for case .adopt(let number, _) in unread {
      _ = FileDescriptor(owning: number)
      shared.openConnections.subtract(1, ordering: .relaxed)
    }
  }
}
