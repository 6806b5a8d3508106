package import DecoderChildren
import Posix
import Sources
package import TileGeometry

/// How far a cut has come.
package struct CutProgress: Equatable, Sendable {
  /// The share of tiles that are written, 0 to 1; nil while it waits for its turn.
  package let share: Double?
  /// Images before it.
  package let waiting: Int
  /// Of the upright picture, once its file was looked at.
  package let size: PixelSize?
  /// Whether there is a preview of it.
  package let hasPreview: Bool
  /// What of it there is to see.
  package let sketch: Sketch?

  /// Of what nobody has looked at yet.
  package static let unknown = CutProgress(share: nil, waiting: 0)

  init(
    share: Double?, waiting: Int, size: PixelSize? = nil, hasPreview: Bool = false,
    sketch: Sketch? = nil
  ) {
    self.share = share
    self.waiting = waiting
    self.size = size
    self.hasPreview = hasPreview
    self.sketch = sketch
  }
}
