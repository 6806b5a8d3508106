package import Posix

/// Tells now and then which copies there are, for the process that comes after this one.
package final class CopyKeeper: Sendable {
  private static let pause = Duration.seconds(10)

  private let shelf: CopyShelf
  private let isStopping = Monitor(false)
  private let threads = ThreadGroup()

  package init(_ shelf: CopyShelf) { self.shelf = shelf }

  package func start() throws(Errno) {
    guard shelf.kept != nil else { return }
    try threads.start("copy-keeper", count: 1) { _ in self.run() }
  }

  /// Tells it for the last time; called when nobody fetches any more.
  package func stop() {
    isStopping.change { $0 = true }
    threads.join()
    shelf.close()
  }

  private func run() {
    while true {
      let isOver: Void? = isStopping.wait(until: Instant.now + Self.pause) { $0 ? () : nil }
      if isOver != nil { return }
      shelf.save()
    }
  }
}
