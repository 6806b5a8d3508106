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

  /// How far it is on its way to its end.
  private enum Stage {
    case serving
    /// It says that it will end, and serves.
    case leaving(until: Instant)
    case ending(until: Instant)

    var end: Instant? {
      switch self {
      case .serving: nil
      case .leaving(let end), .ending(let end): end
      }
    }
  }

  private func run(_ server: RunningServer) {
    var stage = Stage.serving
    while true {
      switch (watch.next(until: stage.end), stage) {
      case (SignalWatch.hangUp?, _): server.reload()
      case (SignalWatch.user?, _): server.reopenLog()
      case (_?, .serving): stage = .leaving(until: .now + server.leave())
      case (nil, .serving), (nil, .leaving):
        stage = .ending(until: .now + server.stop() + Self.grace)
      case (_?, .leaving), (_?, .ending):
        stage = .ending(until: .now + Self.haste)
        server.stopAtOnce()
      // Work that can't be ended keeps nobody waiting: what the store holds is whole at any moment.
      case (nil, .ending): ProcessEnd.atOnce(1)
      }
    }
  }
}
