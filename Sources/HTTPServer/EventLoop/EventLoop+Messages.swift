import HTTPWire
import Posix
import Synchronization

/// What other threads tell the loop, and how it ends.
extension EventLoop {
  func readMessages() {
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
      case .stop(let end): drain(until: end)
      case .obey(let configuration): obey(configuration)
      }
    }
    batch.removeAll(keepingCapacity: true)
    swap(&batch, &messages)
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
    for kind in DeadlineKind.allCases {
      deadlines.shorten(kind, to: now.later(nanoseconds: lengths[kind]))
    }
  }

  /// Lets go of everything, finished or not.
  func leave() {
    acceptor = nil
    if connectionCount > 0 { shared.wasCutShort.store(true, ordering: .releasing) }
    for case let connection? in connections { close(connection) }
    for case .adopt(let number, _) in mailbox.close() {
      _ = FileDescriptor(owning: number)
      shared.openConnections.subtract(1, ordering: .relaxed)
    }
  }
}
