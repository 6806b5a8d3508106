import CLinux
import Glibc

/// A bell one thread rings for another that waits in ``Epoll``.
package struct EventDescriptor: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  package init() throws(Errno) {
    descriptor = FileDescriptor(
      owning: try retryingInterrupts {
        eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
      })
  }

  package var number: CInt { descriptor.number }

  /// Makes the descriptor readable.
  ///
  /// A counter that is full is ringing already.
  package func ring() { _ = eventfd_write(descriptor.number, 1) }

  /// Waits for the bell, for ever or at most so many milliseconds.
  ///
  /// Whether it rang is the answer.
  @discardableResult
  package func wait(milliseconds: CInt = -1) -> Bool {
    var item = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&item, 1, milliseconds) == 1
  }

  /// Makes it silent again.
  package func silence() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(descriptor.number, &count)
  }
}
