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
  let lane: Lane
  /// What it takes to make, in bytes.
  let memory: Int64
  /// What others of the same view need of the block that it is drawn of, in pixels of its level; nil
  /// where that is not known.
  var wanted: PixelRect?

  /// Who makes it: what takes longer keeps nobody waiting who could have theirs sooner.
  enum Lane {
    /// A tile, or as small as one.
    case small
    case large
    /// Parts of it are drawn first, which may take seconds.
    case drawn

    init(isDrawn: Bool, isLarge: Bool) {
      self = isDrawn ? .drawn : isLarge ? .large : .small
    }
  }

  var key: PictureKey { PictureKey(image: image.source.key, plan: plan, words: words?.fingerprint) }
}
