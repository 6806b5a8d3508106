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

  /// How many levels are finer than the image's own pixels: those of a page that is drawn as finely
  /// as it is asked for.
  package var detail: Int32 { max(0, -ladder.finest.exponent) }

  /// The same image as protocols have it whose finest level is the image: as large as that.
  ///
  /// Plans are in its pixels.
  package var full: ImageShape {
    guard detail > 0 else { return self }
    return ImageShape(
      ladder: ladder.countedFromFinest, storedFormat: storedFormat, isGray: isGray,
      hasAlpha: hasAlpha)
  }

  package init(ladder: Ladder, storedFormat: ImageFormat?, isGray: Bool, hasAlpha: Bool) {
    self.ladder = ladder
    self.storedFormat = storedFormat
    self.isGray = isGray
    self.hasAlpha = hasAlpha
  }
}
