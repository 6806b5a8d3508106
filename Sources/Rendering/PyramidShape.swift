package import ImageRequest
package import PyramidFormat

extension Pyramid {
  /// What requests may ask of this pyramid.
  package var shape: ImageShape {
    let facts = levels[0].facts
    let stored: ImageFormat? =
      switch facts.compression {
      // Levels that are coded in another way than the first are rendered.
      case .jpeg where levels.allSatisfy { $0.facts.compression == .jpeg }: .jpeg
      case .webp where levels.allSatisfy { $0.facts.compression == .webp }: .webp
      default: nil
      }
    return ImageShape(
      ladder: ladder, storedFormat: tileSize == nil ? nil : stored,
      isGray: facts.samplesPerPixel < 3, hasAlpha: facts.alpha != .none)
  }
}
