import CLinux
import Glibc

/// A moment on the clock that never jumps, whatever is done to the time of day; it stands still
/// while the machine sleeps.
package struct Instant: Hashable, Comparable, Sendable {
  /// Since the machine was started.
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static var now: Instant { Instant(nanoseconds: Clock.monotonicNanoseconds) }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The moment so much later, or earlier; the last one there is where that would be beyond it.
  package static func + (moment: Instant, span: Duration) -> Instant {
    let (sum, overflow) = moment.nanoseconds.addingReportingOverflow(span.nanoseconds)
    guard overflow else { return Instant(nanoseconds: sum) }
    return Instant(nanoseconds: span < .zero ? .min : .max)
  }

  /// The moment so many nanoseconds later: for where moments are made by the thousand.
  ///
  /// - Parameter span: in nanoseconds; no more than lie between now and the end of the clock.
  /// - Returns: that moment.
  package func later(nanoseconds span: Int64) -> Instant {
    Instant(nanoseconds: nanoseconds &+ span)
  }

  /// The moment that nothing comes after.
  package static var never: Instant { Instant(nanoseconds: .max) }

  /// How much later the left one is.
  package static func - (left: Instant, right: Instant) -> Duration {
    .nanoseconds(left.nanoseconds) - .nanoseconds(right.nanoseconds)
  }

  /// As `pthread_cond_timedwait` takes it.
  var timespec: timespec {
    let whole = max(0, nanoseconds)
    return Glibc.timespec(
      tv_sec: Int(whole / 1_000_000_000), tv_nsec: Int(whole % 1_000_000_000))
  }
}

extension Duration {
  /// The nearest that fits.
  package var nanoseconds: Int64 {
    let (seconds, overflow) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow2) = seconds.addingReportingOverflow(components.attoseconds / 1_000_000_000)
    guard overflow || overflow2 else { return sum }
    return self < .zero ? .min : .max
  }

  /// In seconds, for rates and for people.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
