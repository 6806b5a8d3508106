import CLinux
import Glibc

/// A thread of the system's own, for work that waits; Swift's pool is for work that does not.
package struct Thread: Sendable {
  private let handle: pthread_t

  private final class Start {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      unsafe pyramidion_name_thread(name)
      body()
    }
  }

  /// Room for a stack, in bytes, that is enough for code which knows how deep it goes.
  ///
  /// It is what libvips asks for at least. The system's own eight megabytes for each of a dozen
  /// threads fill the addresses of a process that has few.
  package static let standardStackSize = 2 << 20

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: as `ps` and debuggers show it, cut to 15 bytes.
  ///   - stackSize: in bytes.
  ///   - body: what it runs, to its end.
  /// - Throws: `Errno` where there can't be another thread.
  package init(
    name: String, stackSize: Int = standardStackSize, _ body: @escaping @Sendable () -> Void
  ) throws(Errno) {
    let start = unsafe Unmanaged.passRetained(Start(name, body))
    var handle = pthread_t()
    var attributes = pthread_attr_t()
    _ = unsafe pthread_attr_init(&attributes)
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    _ = unsafe pthread_attr_setstacksize(&attributes, stackSize)
    let failure = unsafe pthread_create(
      &handle, &attributes,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, start.toOpaque())
    guard failure == 0 else {
      unsafe start.release()
      throw Errno(rawValue: failure)
    }
    self.handle = handle
  }

  /// Lets the thread end by itself: nobody will join it.
  package func detach() { _ = pthread_detach(handle) }

  /// Waits for the thread's end; to be called once, and not of a detached one.
  package func join() { _ = pthread_join(handle, nil) }
}

extension Thread {
  /// Lets the calling thread step back when processors are short; Linux gives every thread its own
  /// niceness.
  ///
  /// - Parameter niceness: 0 to 19.
  package static func stepBack(_ niceness: Int32) {
    guard niceness > 0 else { return }
    // On Linux "the calling process" is the calling thread here.
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
  }
}
