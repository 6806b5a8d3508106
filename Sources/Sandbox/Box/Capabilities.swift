import CLinux
import Posix
import Synchronization

/// The parts of the superuser's rights that a process may hold without being it.
package enum Capabilities {
  /// Whether this process, or one that it is a copy of, has taken its bounds away.
  private static let areBounded = Atomic(false)

  /// Those that programs could gain are taken away; who is not root has none to take.
  ///
  /// What this process may do itself stays as it is. Who has done it has done it for all its copies.
  package static func dropBounds() {
    guard !areBounded.exchange(true, ordering: .relaxed) else { return }
    var number: CInt = 0
    while pyramidion_drop_bounding(number) == 0 { number += 1 }
  }

  /// Gives all of them up.
  ///
  /// - Throws: where some are left.
  static func clear() throws(Errno) {
    _ = pyramidion_clear_ambient()
    if pyramidion_clear_capabilities() == 0 { return }
    let error = Errno.current
    // A filter around this process may forbid the call to all; there is nothing to give up as a rule.
    guard pyramidion_has_no_capability() == 1 else { throw error }
  }
}
