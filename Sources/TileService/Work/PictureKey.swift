import HTTPWire
import ImageRequest
import TileGeometry

/// A picture that somebody waits for: equal keys are equal bytes, or drawings of the same.
struct PictureKey: Hashable, Sendable {
  /// Which open pyramid.
  let image: UInt64
  let plan: ImagePlan
  /// The fingerprint of what it says of itself.
  let words: UInt64?
}
