import CLinux
import Glibc

/// Ctrl-C and its kin as something to be asked for, instead of a sudden end.
package enum SignalWait {
  /// Holds SIGINT and SIGTERM back in this thread and all that it starts from now on.
  package static func begin() { change(SIG_BLOCK) }

  /// Lets them end the process again.
  package static func end() { change(SIG_UNBLOCK) }

  /// Waits for one of them.
  ///
  /// - Returns: whether one came.
  package static func wait(milliseconds: Int) -> Bool {
    var set = wanted()
    var time = timespec(
      tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    return unsafe sigtimedwait(&set, nil, &time) > 0
  }

  private static func wanted() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGINT)
    unsafe sigaddset(&set, SIGTERM)
    return set
  }

  private static func change(_ how: CInt) {
    var set = wanted()
    _ = unsafe pthread_sigmask(how, &set, nil)
  }
}
