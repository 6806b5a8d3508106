import Pixels
import TileGeometry

/// What was drawn of a block.
struct BlockPixels: Sendable {
  /// All of the block, and what was drawn of it, in pixels of the level.
  let block: PixelRect
  let rect: PixelRect
  let pixels: Raster
}

extension Raster {
  /// Copies the part of a block here that it has of this raster.
  mutating func copy(_ drawn: BlockPixels, _ part: TilePart) {
    let from = (
      x: part.from.x - Int(drawn.rect.x - drawn.block.x),
      y: part.from.y - Int(drawn.rect.y - drawn.block.y)
    )
    copy(drawn.pixels, from: from, to: part.to, size: (part.size.width, part.size.height))
  }
}
