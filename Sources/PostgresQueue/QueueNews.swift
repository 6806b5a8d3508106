package import CutQueue
package import Posix

/// Hears what others tell of a queue.
///
/// It spares a second of waiting, and nothing depends on it: who hears nothing looks by itself.
package final class QueueNews: Sendable {
  private let address: QueueAddress
  private let isStopping = Monitor(false)
  private let threads = ThreadGroup()

  /// How soon an end is noticed, and after a failure who is to be heard is looked for again.
  private static let look = Duration.milliseconds(250)

  package init(_ address: QueueAddress) { self.address = address }

  /// Begins to listen, where somebody answers.
  ///
  /// - Parameter tell: called on a thread of its own for each thing that is told; what was told while
  ///   nobody listened is not.
  /// - Throws: that no thread can be had.
  package func start(_ tell: @escaping @Sendable (QueueNotice) -> Void) throws(Errno) {
    try threads.start("queue-news", count: 1) { [self] _ in
      var reconnecting = Reconnecting()
      while !waitsForEnd() {
        guard reconnecting.admits(at: Clock.monotonicNanoseconds) else { continue }
        do throws(QueueTrouble) {
          let connection = try PostgresSession(to: address)
          _ = try connection.rows(Statements.listen)
          _ = reconnecting.noteSuccess()
          tell(.waiting)
          try listen(connection, tell)
        } catch {
          _ = reconnecting.noteFailure(at: Clock.monotonicNanoseconds)
        }
      }
    }
  }

  package func stop() {
    isStopping.change { $0 = true }
    threads.join()
  }

  private func listen(
    _ connection: PostgresSession, _ tell: (QueueNotice) -> Void
  ) throws(QueueTrouble) {
    while !isStopping.read({ $0 }) {
      for text in try connection.notices(until: .now + Self.look) { tell(QueueNotice(text)) }
    }
  }

  private func waitsForEnd() -> Bool {
    isStopping.wait(until: .now + Self.look) { $0 ? true : nil } ?? false
  }
}
