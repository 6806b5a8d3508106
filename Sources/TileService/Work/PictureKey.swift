import HTTPWire
import ImageRequest
import TileGeometry

/// A picture that somebody waits for: equal keys are equal bytes.
struct PictureKey: Hashable, Sendable {
  /// Which open pyramid.
  let image: UInt64
  let plan: ImagePlan
}
