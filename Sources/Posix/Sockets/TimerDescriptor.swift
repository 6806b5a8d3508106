import CLinux
import Glibc

/// An alarm that ``Epoll`` can wait for, on the monotonic clock.
package struct TimerDescriptor: ~Copyable {
  private let descriptor: FileDescriptor

  package init() throws(Errno) {
    descriptor = FileDescriptor(
      owning: try retryingInterrupts {
        timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
      })
  }

  package var number: CInt { descriptor.number }

  /// Sets the alarm, once; a time of zero or less goes off at once.
  package func set(after milliseconds: Int64) throws(Errno) {
    let wait = max(milliseconds, 0)
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(wait / 1000)
    // All zero would switch the alarm off instead.
    setting.it_value.tv_nsec = wait == 0 ? 1 : Int(wait % 1000 * 1_000_000)
    _ = try retryingInterrupts { unsafe timerfd_settime(descriptor.number, 0, &setting, nil) }
  }
}
