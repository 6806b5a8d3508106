import Posix

/// Somebody who waits for a cut, until it ends or their patience does.
struct CutWaiter {
  /// What their ticket says.
  let number: UInt64
  let deadline: Instant
  let takesPreview: Bool
  let tell: @Sendable (CutEnd) -> Void
}
