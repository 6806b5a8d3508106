import Synchronization

/// The name of a copy that outlives its process: it goes when the copy makes room, and with whoever
/// has it, unless the process ends.
final class KeptName: Sendable {
  let place: KeptCopies.Place
  private let kept: KeptCopies
  private let isGone = Atomic(false)

  init(_ place: KeptCopies.Place, in kept: KeptCopies) {
    self.place = place
    self.kept = kept
  }

  deinit { remove() }

  /// Who has the file open reads on, and nobody finds it again.
  func remove() {
    guard !isGone.exchange(true, ordering: .relaxed), !kept.isClosed else { return }
    kept.remove(place)
  }
}
