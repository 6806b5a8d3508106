import CLinux
import Glibc

/// What happened to a descriptor.
package struct Readiness: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static var readable: Readiness { Readiness(rawValue: EPOLLIN.rawValue) }
  package static var writable: Readiness { Readiness(rawValue: EPOLLOUT.rawValue) }
  /// The peer sends no more.
  package static var inputEnded: Readiness { Readiness(rawValue: EPOLLRDHUP.rawValue) }
  package static var hungUp: Readiness { Readiness(rawValue: EPOLLHUP.rawValue) }
  package static var failed: Readiness { Readiness(rawValue: EPOLLERR.rawValue) }
  /// Report a change once, not a state again and again.
  package static var edgeTriggered: Readiness { Readiness(rawValue: EPOLLET.rawValue) }

  /// Whether any of some bits is set; the general set operation builds sets on the heap for it.
  @inline(__always)
  package func hasAny(of bits: Readiness, _ others: Readiness) -> Bool {
    rawValue & (bits.rawValue | others.rawValue) != 0
  }
}
