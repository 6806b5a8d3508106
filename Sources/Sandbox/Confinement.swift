import CLinux

/// What a process that has children keeps from them.
package enum Confinement {
  /// Closes this process's memory and descriptors to its own children, and to whatever else runs as
  /// the same user.
  package static func closeToOthers() { _ = pyramidion_close_to_others() }
}
