package import ImageRequest
import Pixels
import PyramidFormat
import TileGeometry

/// What a picture takes to make, known before it is begun.
package struct RenderCost: Equatable, Sendable {
  /// The stored level that it is made from, by its place among the pyramid's; nil where it is drawn.
  package let level: Int?
  /// Pixels that are decoded, whole tiles counted.
  package let decodedPixels: Int64
  /// Pixels of the picture as it is sent.
  package let outputPixels: Int64
  /// The most that is held at a time, in bytes.
  package let bytes: Int64
}

extension Renderer {
  /// What a plan takes; nothing is read.
  package static func cost(of plan: ImagePlan, from source: RenderSource) -> RenderCost {
    let choice = LevelChoice(plan, source)
    let tile = choice.tileSize(in: source.pyramid)
    let turned = Raster.turnedSize(
      width: Int(plan.size.width), height: Int(plan.size.height), degrees: plan.rotation.degrees)
    let side = Int64(plan.paddedSide)
    let output = max(Int64(turned.width) * Int64(turned.height), side * side)
    // The part of the level and a tile of it, the picture before and after its last change, and its
    // encoder.
    let held = choice.needed.area + tile.width * tile.height + 2 * output
    return RenderCost(
      level: choice.drawn == nil ? choice.level : nil,
      decodedPixels: choice.needed.tileCount(ofTiles: tile) * tile.width * tile.height,
      outputPixels: output,
      bytes: held * 4 + plan.format.encoderBytes + output * plan.format.encoderBytesPerPixel)
  }
}

/// What encoders were seen to take of pictures of 1 to 16 megapixels, rounded up; what they write
/// included.
extension ImageFormat {
  fileprivate var encoderBytesPerPixel: Int64 {
    switch self {
    case .jpeg: 2
    case .png, .tiff: 9
    case .webp: 10
    case .gif: 16
    case .avif: 32
    }
  }

  /// Of a picture of any size.
  fileprivate var encoderBytes: Int64 {
    switch self {
    case .jpeg: 1 << 16
    case .png, .tiff, .webp: 1 << 20
    case .gif: 128 << 20
    case .avif: 16 << 20
    }
  }
}
