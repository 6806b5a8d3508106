package import ImageRequest
package import PyramidFormat
import TileGeometry

/// What a picture takes to make, known before it is begun.
package struct RenderCost: Equatable, Sendable {
  /// Pixels that are decoded, whole tiles counted.
  package let decodedPixels: Int64
  package let outputPixels: Int64

  /// The most that is held at a time, in bytes.
  package var bytes: Int64 { decodedPixels * 4 + outputPixels * 12 }
}

extension Renderer {
  /// What a plan takes; nothing is read.
  package static func cost(of plan: ImagePlan, from pyramid: Pyramid) -> RenderCost {
    let choice = LevelChoice(plan, pyramid)
    let output = plan.size.width * plan.size.height
    return RenderCost(
      decodedPixels: choice.needed.area,
      outputPixels: max(output, Int64(plan.paddedSide) * Int64(plan.paddedSide)))
  }
}
