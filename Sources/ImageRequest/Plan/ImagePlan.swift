package import TileGeometry

/// What an image request of any protocol comes to: equal plans are equal work, equal bytes, and
/// one entry of a cache.
///
/// Everything is resolved and in bounds: nothing of it depends on how it was asked for.
package struct ImagePlan: Hashable, Sendable {
  /// What is shown, in pixels of the image's finest level: inside the image and never empty.
  package var region: PixelRect
  /// What the region is scaled to, in pixels, before it is turned.
  package var size: PixelSize
  /// Whether left and right change places; before the turn.
  package var isMirrored = false
  package var rotation = Rotation.none
  package var quality: ImageQuality
  package var format: ImageFormat
  /// The side of the square tile that the picture is filled up to, at the right and at the bottom,
  /// its edge pixels repeated; 0 where it stays as large as it is.
  package var paddedSide: Int32 = 0

  package init(
    region: PixelRect, size: PixelSize, quality: ImageQuality, format: ImageFormat
  ) {
    self.region = region
    self.size = size
    self.quality = quality
    self.format = format
  }
}
