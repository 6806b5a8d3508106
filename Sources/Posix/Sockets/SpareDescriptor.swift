import CLinux
import Glibc

/// A descriptor held only to be let go when there are no others.
package final class SpareDescriptor {
  private var held: FileDescriptor?

  package init() { _ = reserve() }

  /// - Returns: whether one is held.
  package func reserve() -> Bool {
    if held != nil { return true }
    let number = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return false }
    held = FileDescriptor(owning: number)
    return true
  }

  /// - Returns: whether there was one to let go.
  package func release() -> Bool {
    guard held != nil else { return false }
    held = nil
    return true
  }
}
