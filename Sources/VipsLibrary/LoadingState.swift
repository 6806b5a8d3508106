import Synchronization

/// Whether libvips was loaded, may still be, and was asked for when it was too late.
final class LoadingState: Sendable {
  private let tried = Atomic(false)
  private let forgone = Atomic(false)
  private let missed = Atomic(false)

  var isTried: Bool { tried.load(ordering: .relaxed) }
  var isForgone: Bool { forgone.load(ordering: .relaxed) }
  var isMissed: Bool { missed.load(ordering: .relaxed) }

  func haveTried() { tried.store(true, ordering: .relaxed) }
  func forgo() { forgone.store(true, ordering: .relaxed) }
  func miss() { missed.store(true, ordering: .relaxed) }
}
