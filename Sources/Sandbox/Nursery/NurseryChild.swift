import CLinux
import Glibc
package import Posix
import Synchronization

/// A child of the nursery, as the process sees it that asked for it.
///
/// It lives no longer than this object: letting go of it kills the child.
package final class NurseryChild: Sendable {
  package enum Ending: Equatable, Sendable {
    case exited(Int)
    case killed(signal: Int32)
    /// The system would not make a child.
    case notStarted(Errno)
    /// The nursery has ended, and the child with it.
    case lost
  }

  private struct State {
    var number: Int32?
    var ending: Ending?
  }

  /// How long a nursery that is well takes to answer at most.
  private static let patience = Duration.seconds(5)

  private let control: FileDescriptor
  private let state = Mutex(State())
  /// Ends the nursery, which does not answer any more.
  private let giveUp: @Sendable () -> Void

  init(control: consuming FileDescriptor, giveUp: @escaping @Sendable () -> Void) {
    self.control = control
    self.giveUp = giveUp
  }

  /// The child's number as the system knows it, once the nursery has told.
  ///
  /// - Returns: nil where there is no child.
  package func processNumber() -> Int32? {
    let limit = Instant.now + Self.patience
    return state.withLock { state in
      while state.number == nil, state.ending == nil, hear(&state, until: limit) {}
      return state.number
    }
  }

  /// How the child ended by itself, or was ended; nil while it runs.
  package var ending: Ending? { endsByItself(within: .zero) }

  /// Kills the child if it still runs, and tells how it ended.
  @discardableResult
  package func end() -> Ending { ended(within: .zero) }

  /// How the child ended by itself, given a little time to do so.
  ///
  /// - Parameter limit: how much time.
  /// - Returns: nil while it runs.
  package func endsByItself(within limit: Duration) -> Ending? {
    state.withLock { state in
      let moment = Instant.now + limit
      while state.ending == nil, hear(&state, until: moment) {}
      return state.ending
    }
  }

  /// How the child ended by itself, given a little time to do so; then it is killed.
  ///
  /// - Parameter limit: how much time.
  /// - Returns: how it ended.
  package func ended(within limit: Duration) -> Ending {
    if let ending = endsByItself(within: limit) { return ending }
    return state.withLock { state in
      if let ending = state.ending { return ending }
      // That this process has no more to say is the order to kill it; how it ended is told all the
      // same. A message might be left unread, and take what was told before along.
      _ = shutdown(control.number, CInt(SHUT_WR))
      let killed = Instant.now + Self.patience
      while state.ending == nil, hear(&state, until: killed) {}
      if let ending = state.ending { return ending }
      giveUp()
      state.ending = .lost
      return .lost
    }
  }

  /// Takes one report.
  ///
  /// - Returns: whether there was one before the moment came.
  private func hear(_ state: inout State, until moment: Instant) -> Bool {
    guard control.isReadable(until: moment) else { return false }
    var bytes = [UInt8](repeating: 0, count: ChildReport.length)
    let count = unsafe pyramidion_receive(control.number, &bytes, bytes.count, 0)
    guard count > 0, let report = ChildReport(bytes.prefix(count)) else {
      state.ending = .lost
      return true
    }
    switch report {
    case .started(let number): state.number = number
    case .notStarted(let error): state.ending = .notStarted(error)
    case .ended(let status): state.ending = Self.meaning(of: status)
    }
    return true
  }

  private static func meaning(of status: Int32) -> Ending {
    let signal = status & 0x7F
    return signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .killed(signal: signal)
  }
}
