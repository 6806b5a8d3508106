import DecoderChildren
import Posix

/// Somebody who waits for a cut, until it ends or their patience does.
struct CutWaiter {
  /// What their ticket says.
  let number: UInt64
  let deadline: Instant
  let takesPreview: Bool
  /// The tile that they would be content with, if it can be had before the cut ends.
  var wish: TileWish?
  let tell: @Sendable (CutEnd) -> Void
}
