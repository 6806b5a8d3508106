import Sources
import Synchronization

/// Where images are served from, the folder as it lies now.
///
/// Whoever needs it later holds this, and not what it was: a folder that was switched is to be let go.
final class CurrentRoot: Sendable {
  private let current: Mutex<Mounts>

  init(_ root: Mounts) { current = Mutex(root) }

  var mounts: Mounts { current.withLock { $0 } }

  func become(_ other: Mounts) { current.withLock { $0 = other } }
}
