import ByteText
package import TileGeometry

/// The sizes that Zoomify's viewers compute: each tier half of the next, rounded down, where ours
/// are rounded up; the row or column too many is left off, but where it begins a tile.
package struct ZoomifyTiers: Equatable, Sendable {
  package let image: ImageSize
  package let tileSize: TileSize
  package let count: Int

  package init(size: ImageSize, tileSize: TileSize) {
    image = size
    self.tileSize = tileSize
    let side = Int64(tileSize.side)
    var tiers = 1
    var rest = max(size.width, size.height)
    while rest > side {
      rest >>= 1
      tiers += 1
    }
    count = tiers
  }

  package func size(_ reduction: Reduction) -> PixelSize {
    let shift = Int64(reduction.exponent)
    return PixelSize(width: max(1, image.width >> shift), height: max(1, image.height >> shift))
  }

  package func tiles(_ reduction: Reduction) -> Int64 {
    let side = Int64(tileSize.side)
    let size = size(reduction)
    return ((size.width + side - 1) / side) * ((size.height + side - 1) / side)
  }

  /// How many tiles the smaller tiers have.
  package func tilesBefore(_ reduction: Reduction) -> Int64 {
    var sum: Int64 = 0
    var exponent = Int32(count - 1)
    while exponent > reduction.exponent {
      sum += tiles(Reduction(clamping: exponent))
      exponent -= 1
    }
    return sum
  }

  package var tileCount: Int64 { tilesBefore(.full) + tiles(.full) }
}
