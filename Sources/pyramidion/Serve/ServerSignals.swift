import Posix

/// What administrators tell a running server, by signals, on a thread of its own.
final class ServerSignals: Sendable {
  private let watch: SignalWatch

  /// What answers under way don't get, for everything else to end in once their time is over.
  private static let grace = Duration.seconds(1)
  /// What is left for the log when all is to end at once.
  private static let haste = Duration.milliseconds(300)

  /// Holds the signals back; before any thread is started, for all of them to do so.
  init() throws(Errno) {
    watch = try SignalWatch(SignalWatch.ending + [SignalWatch.hangUp, SignalWatch.user])
  }

  /// Obeys them from now on.
  ///
  /// - Parameter server: who is told.
  /// - Throws: what keeps the thread from being started.
  func govern(_ server: RunningServer) throws(Errno) {
    try Posix.Thread(name: "signals") { self.run(server) }.detach()
  }

  private func run(_ server: RunningServer) {
    var end: Instant?
    while let signal = watch.next(until: end) {
      if signal == SignalWatch.hangUp {
        server.reload()
      } else if signal == SignalWatch.user {
        server.reopenLog()
      } else if end == nil {
        end = Instant.now + server.stop() + Self.grace
      } else {
        end = Instant.now + Self.haste
        server.stopAtOnce()
      }
    }
    // Work that can't be ended keeps nobody waiting: what the store holds is whole at any moment.
    ProcessEnd.atOnce(1)
  }
}
