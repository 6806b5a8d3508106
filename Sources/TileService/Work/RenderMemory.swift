import Synchronization

/// The memory that all pictures in the making may take together.
///
/// An allocation that fails ends the process: what does not fit is not begun.
final class RenderMemory: Sendable {
  /// In bytes.
  let limit: Int64
  private let held = Mutex<Int64>(0)

  init(limit: Int64) { self.limit = max(0, limit) }

  var heldBytes: Int64 { held.withLock { $0 } }

  /// Does work that takes memory.
  ///
  /// - Parameters:
  ///   - bytes: what the work takes.
  ///   - work: what is done.
  /// - Returns: nil where there is not so much left now; nothing is done then.
  func with<Result>(_ bytes: Int64, _ work: () -> Result) -> Result? {
    let isTaken = held.withLock { held in
      guard bytes <= limit - held else { return false }
      held += bytes
      return true
    }
    guard isTaken else { return nil }
    defer { held.withLock { $0 -= bytes } }
    return work()
  }
}
