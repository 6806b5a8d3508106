import Glibc

/// A thread of the system's own, for work that keeps a core busy.
///
/// Swift's cooperative pool is not for such work: it would starve whoever awaits something.
package final class WorkerThread: @unchecked Sendable {
  // `@unchecked`: written once before anybody else sees it, then only read.
  private let handle: pthread_t

  /// Starts a thread; it must be joined.
  package init(_ body: @escaping @Sendable () -> Void) throws(Errno) {
    final class Body {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let carried = unsafe Unmanaged.passRetained(Body(body))
    var handle = pthread_t()
    let result = unsafe pthread_create(
      &handle, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        }
        return nil
      }, carried.toOpaque())
    guard result == 0 else {
      unsafe carried.release()
      throw Errno(rawValue: result)
    }
    self.handle = handle
  }

  /// Waits for the thread's end.
  package func join() { _ = pthread_join(handle, nil) }
}
