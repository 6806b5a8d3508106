import HTTPWire
import ImageRequest
import PictureWords
import Rendering
import TileGeometry

/// A picture to be had from the cache or made by a worker.
struct PictureOrder: Sendable {
  let image: OpenImage
  let plan: ImagePlan
  /// What it is to say of itself.
  let words: EmbeddedWords?
  /// The stored tile whose corner it is, cut out without loss where the codec can.
  let corner: TileMatch?
  /// Whether it takes long enough to go behind those that don't.
  let isLarge: Bool
  /// What it takes to make, in bytes.
  let memory: Int64

  var key: PictureKey { PictureKey(image: image.source.key, plan: plan, words: words?.fingerprint) }
}
