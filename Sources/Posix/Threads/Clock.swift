import CLinux
import Glibc

/// The system's clocks.
package enum Clock {
  /// Nanoseconds on a clock that never jumps.
  package static var monotonicNanoseconds: Int64 { read(CLOCK_MONOTONIC) }

  /// Seconds since 1970; a few milliseconds late, which a second does not notice.
  package static var wallSeconds: Int64 { read(CLOCK_REALTIME_COARSE) / 1_000_000_000 }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Lets the calling thread rest.
  package static func sleep(milliseconds: Int) {
    var rest = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    _ = unsafe nanosleep(&rest, nil)
  }
}
