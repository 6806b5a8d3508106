import Synchronization

/// Threads that do one kind of work, and are waited for together.
package final class ThreadGroup: Sendable {
  private let threads = Mutex<[Thread]>([])

  package init() {}

  /// Adds threads: `name-0`, `name-1` and so on, each given its number.
  ///
  /// One that can't be started throws, and those before it run: whoever started them tells them to
  /// end as always, and joins.
  package func start(
    _ name: String, count: Int, _ body: @escaping @Sendable (Int) -> Void
  ) throws(Errno) {
    for index in 0..<count {
      let thread = try Thread(name: "\(name)-\(index)") { body(index) }
      threads.withLock { $0.append(thread) }
    }
  }

  /// Waits for the end of all of them.
  package func join() {
    let ending = threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in ending { thread.join() }
  }
}
