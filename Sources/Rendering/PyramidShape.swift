package import ImageRequest
package import PyramidFormat
import TileGeometry

extension Pyramid {
  /// What requests may ask of this pyramid.
  ///
  /// - Parameter detail: levels that are drawn, each finer than those that are stored.
  /// - Returns: the levels of both kinds, and what tiles are.
  package func shape(detail: Int = 0) -> ImageShape {
    let facts = levels[0].facts
    let stored: ImageFormat? =
      switch facts.compression {
      // Levels that are coded in another way than the first are rendered.
      case .jpeg where levels.allSatisfy { $0.facts.compression == .jpeg }: .jpeg
      case .webp where levels.allSatisfy { $0.facts.compression == .webp }: .webp
      default: nil
      }
    return ImageShape(
      ladder: ladder.reaching(Reduction(clamping: Int32(-detail))),
      storedFormat: tileSize == nil ? nil : stored,
      isGray: facts.samplesPerPixel < 3, hasAlpha: facts.alpha != .none)
  }
}
