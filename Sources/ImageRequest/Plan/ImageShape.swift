package import TileGeometry

/// What planning must know of an image.
package struct ImageShape: Hashable, Sendable {
  /// The levels that are published, whether they are stored or rendered.
  package let ladder: Ladder
  /// The format of stored tiles; nil where they are in none that a viewer takes as it is.
  package let storedFormat: ImageFormat?
  package let isGray: Bool
  package let hasAlpha: Bool

  package var size: ImageSize { ladder.imageSize }

  package init(ladder: Ladder, storedFormat: ImageFormat?, isGray: Bool, hasAlpha: Bool) {
    self.ladder = ladder
    self.storedFormat = storedFormat
    self.isGray = isGray
    self.hasAlpha = hasAlpha
  }
}
