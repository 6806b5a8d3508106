package import TileGeometry

/// What an image request of any protocol comes to: equal plans are equal work, equal bytes, and
/// one entry of a cache.
///
/// Everything is resolved and in bounds: nothing of it depends on how it was asked for.
package struct ImagePlan: Hashable, Sendable {
  /// What is shown, in image pixels: inside the image and never empty.
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

/// What colours an answer has.
package enum ImageQuality: UInt8, Hashable, Sendable {
  /// The image's own.
  case color
  /// Luminance; the `color` of a grey image is never asked for as this, so that plans stay equal.
  case gray
  /// Black and white alone.
  case bitonal
}

/// A clockwise turn of less than a full one, in degrees, to the nearest ten-thousandth: the widest
/// picture's corner moves by less than a tenth of a pixel for what is beyond that.
package struct Rotation: Hashable, Sendable {
  package static let none = Rotation(unchecked: 0)

  package let degrees: Double

  /// - Returns: nil outside 0 to 360; 360 is no turn at all.
  package init?(degrees: Double) {
    guard degrees >= 0, degrees <= 360 else { return nil }
    let nearest = (degrees * 10_000).rounded() / 10_000
    self.degrees = nearest == 360 ? 0 : nearest
  }

  private init(unchecked degrees: Double) { self.degrees = degrees }

  /// How many quarter turns it is, when it is a whole number of them.
  package var quarterTurns: Int? {
    switch degrees {
    case 0: 0
    case 90: 1
    case 180: 2
    case 270: 3
    default: nil
    }
  }
}
