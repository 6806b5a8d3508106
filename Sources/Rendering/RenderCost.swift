package import ImageRequest
import Pixels
package import PyramidFormat
import TileGeometry

/// What a picture takes to make, known before it is begun.
package struct RenderCost: Equatable, Sendable {
  /// Pixels that are decoded, whole tiles counted.
  package let decodedPixels: Int64
  package let outputPixels: Int64
  /// Bytes of a tile's coefficients: a progressive one is held whole before a pixel is made of it.
  let coefficientBytes: Int64

  /// The most that is held at a time, in bytes.
  package var bytes: Int64 { decodedPixels * 4 + outputPixels * 12 + coefficientBytes }
}

extension Renderer {
  /// What a plan takes; nothing is read.
  package static func cost(of plan: ImagePlan, from pyramid: Pyramid) -> RenderCost {
    let choice = LevelChoice(plan, pyramid)
    let level = pyramid.levels[choice.level]
    let tile = choice.tileSize(of: level)
    let output = plan.size.width * plan.size.height
    let stored = Int64(level.tileWidth) * Int64(level.tileHeight)
    return RenderCost(
      decodedPixels: choice.needed.tileCount(ofTiles: tile) * tile.width * tile.height,
      outputPixels: max(output, Int64(plan.paddedSide) * Int64(plan.paddedSide)),
      coefficientBytes: level.facts.compression == .jpeg
        ? stored * 2 * Int64(level.facts.samplesPerPixel) : 0)
  }
}
