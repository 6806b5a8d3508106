import CLinux
import Glibc

/// Signals that are waited for, so that nobody asks for them in vain.
package final class SignalWatch: Sendable {
  private let signals: SignalDescriptor

  /// What ends a program: Ctrl-C, and what administrators send.
  package static var ending: [CInt] { [SIGINT, SIGTERM] }
  /// What a terminal sends when it goes, and administrators to have settings read again.
  package static var hangUp: CInt { SIGHUP }
  /// The first of two that mean whatever a program says they do.
  package static var user: CInt { SIGUSR1 }

  /// Blocks the signals in the calling thread and in those it starts from now on; make it before
  /// there are others.
  ///
  /// - Parameter wanted: the signals' numbers.
  /// - Throws: what the system says when it can't tell of signals.
  package init(_ wanted: [CInt]) throws(Errno) { signals = try SignalDescriptor(wanted) }

  /// Waits for the next signal.
  ///
  /// - Parameter moment: when waiting ends; nil for never.
  /// - Returns: the signal; nil when the moment has come.
  package func next(until moment: Instant? = nil) -> CInt? {
    while true {
      if let signal = try? signals.next() { return signal }
      if let moment, moment <= .now { return nil }
      var item = pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&item, 1, Self.milliseconds(until: moment))
    }
  }

  /// Lets the signals do again what they do by themselves, in the calling thread.
  ///
  /// - Parameter wanted: the signals' numbers.
  package static func unblock(_ wanted: [CInt]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in wanted { unsafe sigaddset(&set, signal) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// As `poll` takes them: rounded up, for a wait not to end a moment early.
  private static func milliseconds(until moment: Instant?) -> CInt {
    guard let moment else { return -1 }
    let left = (moment - .now).nanoseconds
    return left <= 0 ? 0 : CInt(clamping: left / 1_000_000 + 1)
  }
}
