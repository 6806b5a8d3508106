import Posix
import Synchronization

/// Searches through folders, and listings for which each file is looked at: one at a time, each once
/// for all who want it, and kept for a moment.
///
/// A search looks at every name there is. In a lane of its own no picture waits behind it.
final class SearchDesk: Sendable {
  /// What is looked for, below which folder, and how it is sorted.
  struct Key: Hashable, Sendable {
    let folder: [UInt8]
    /// Empty for all of the folder itself.
    let text: [UInt8]
    let order: ListingOrder
  }

  /// What was found, or why nothing can be.
  typealias Found = Result<[Catalogue.Found], NotServed>

  private struct Kept {
    let key: Key
    let found: Found
    let until: Instant
  }

  /// How long the pages of one search, and those who type the same, share what was found.
  private static let freshness = Duration.seconds(1)
  private static let mostKept = 4
  /// Different searches that may wait.
  private static let queueLimit = 64

  private let catalogue: Catalogue
  let lane = WorkLane(name: "search", limit: queueLimit, niceness: 10)
  private let work = SharedWork<Key, Found>()
  private let kept = Mutex<[Kept]>([])

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  func start() throws(Errno) { try lane.start(threads: 1) }

  func stop() { lane.stop() }

  /// Searches that wait for their turn.
  var waiting: Int { lane.waiting }

  /// Searches that were carried out, joined by others, and turned away.
  var counts: (made: Int, joined: Int, refused: Int) { work.counts }

  /// Searches for somebody who may leave.
  ///
  /// - Parameters:
  ///   - key: what is looked for.
  ///   - waiting: who waits for it.
  ///   - tell: called once, on the desk's thread.
  /// - Returns: false when too much waits already; `tell` is not called then.
  func request(
    _ key: Key, for waiting: borrowing Waiting, tell: @escaping @Sendable (Found) -> Void
  ) -> Bool {
    work.request(key, in: lane, for: waiting, { self.find(key) }, tell: tell)
  }

  private func find(_ key: Key) -> Found {
    if let known = kept.withLock({ Self.fresh(&$0).first { $0.key == key } }) { return known.found }
    let found: Found
    do throws(NotServed) {
      found = .success(try catalogue.found(key.text, in: key.folder, key.order))
    } catch {
      found = .failure(error)
    }
    kept.withLock { kept in
      if Self.fresh(&kept).count >= Self.mostKept { kept.removeFirst() }
      kept.append(Kept(key: key, found: found, until: Instant.now + Self.freshness))
    }
    return found
  }

  /// Those that may still be told; the others are forgotten.
  private static func fresh(_ kept: inout [Kept]) -> [Kept] {
    let now = Instant.now
    kept.removeAll { $0.until <= now }
    return kept
  }
}
