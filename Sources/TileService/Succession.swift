import Synchronization

/// Which service answers from now on, and from which folder.
///
/// Services that follow each other share all that works, and this; each loop looks here once a turn,
/// which costs it a load and no lock as long as nothing has changed.
final class Succession: Sendable {
  private let count = Atomic<Int>(0)
  /// Nil until there is a second one: the first needs no telling.
  private let latest = Mutex<TileService?>(nil)

  /// How often something has changed.
  var number: Int { count.load(ordering: .acquiring) }

  /// The service that answers now.
  ///
  /// - Parameter service: which did until now.
  /// - Returns: its successor, or itself where it has none.
  func latest(after service: TileService) -> TileService { latest.withLock { $0 } ?? service }

  func pass(to service: TileService) {
    latest.withLock { $0 = service }
    count.add(1, ordering: .releasing)
  }

  /// Says that images are to be found anew.
  func renew() { count.add(1, ordering: .releasing) }

  /// Lets go of the last one, which holds this in its turn.
  func end() { latest.withLock { $0 = nil } }
}
