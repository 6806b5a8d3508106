import Posix
import Synchronization

/// A bell that several hold.
final class SharedBell: Sendable {
  let descriptor: EventDescriptor

  init(_ descriptor: consuming EventDescriptor) { self.descriptor = descriptor }
}
