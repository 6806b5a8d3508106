import DecoderChildren
import Posix

/// Somebody who waits for a cut, until it ends or their patience does.
struct CutWaiter {
  /// What their ticket says.
  let number: UInt64
  let deadline: Instant
  /// How far the cut must have come for what there is to do for them.
  let stage: CutStage
  /// The tile that they would be content with, if it can be had before the cut ends.
  var wish: TileWish?
  let tell: @Sendable (CutEnd) -> Void
}
