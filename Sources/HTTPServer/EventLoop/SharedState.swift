import HTTPWire
import Posix
import Synchronization

/// What the loops of one server share.
final class SharedState: Sendable {
  let openConnections = Atomic<Int>(0)
  /// Whether a loop had to end before its answers did.
  let wasCutShort = Atomic<Bool>(false)
}
