import Synchronization

/// What somebody waits for, one thing after another, until they have it or leave.
struct Waiting: ~Copyable, Sendable {
  // Private, it has no linkage where a class in another file holds this value (Swift 6.3.1).
  enum Stage: Sendable {
    case idle
    case waiting(any Withdrawable)
    case cancelled
  }

  private let stage = Mutex(Stage.idle)

  var isCancelled: Bool {
    stage.withLock { if case .cancelled = $0 { true } else { false } }
  }

  /// Notes what is waited for now; when nobody waits any more, it is called off.
  func enter(_ work: any Withdrawable) {
    let isCancelled = stage.withLock { stage in
      if case .cancelled = stage { return true }
      stage = .waiting(work)
      return false
    }
    if isCancelled { work.withdraw() }
  }

  /// Nobody waits any more: what is under way is called off, and so is what is still to come.
  func cancel() {
    let before = stage.withLock { stage in
      defer { stage = .cancelled }
      return stage
    }
    if case .waiting(let work) = before { work.withdraw() }
  }
}
