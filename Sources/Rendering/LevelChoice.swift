import ImageRequest
import Pixels
import PyramidFormat
import TileGeometry

/// The stored level that a picture is made from, and what of it is needed.
struct LevelChoice {
  /// Place among the pyramid's levels.
  let level: Int
  /// Pixels a side of the stored level that are decoded into one.
  let shrink: Int
  /// The region in pixels of the level after it is shrunk.
  let rect: SampledRect
  /// Whole pixels of it that have to be decoded, the kernel's reach included.
  let needed: PixelRect
  /// How many of the stored level's pixels a side are one of the plan's, where it shows a level of
  /// the ladder pixel by pixel.
  ///
  /// Such pictures are means, as stored levels are.
  let step: Int?

  init(_ plan: ImagePlan, _ pyramid: Pyramid) {
    let image = pyramid.imageSize
    let wanted = (
      x: Double(plan.size.width) / Double(plan.region.width),
      y: Double(plan.size.height) / Double(plan.region.height)
    )
    func scale(_ size: PixelSize) -> (x: Double, y: Double) {
      (Double(size.width) / Double(image.width), Double(size.height) / Double(image.height))
    }
    let slack = 1 - 1e-6
    level =
      pyramid.levels.lastIndex {
        let own = scale($0.size)
        // Sizes are rounded, so a level's own pixels may be a little off its nominal scale.
        let tolerance = 1 / Double(max(1, min($0.size.width, $0.size.height)))
        return own.x * (1 + tolerance) >= wanted.x * slack
          && own.y * (1 + tolerance) >= wanted.y * slack
      } ?? 0
    let stored = pyramid.levels[level]
    if let reduction = plan.levelReduction(of: image),
      let finer = pyramid.ladder.reduction(ofLevelSized: stored.size), finer <= reduction
    {
      let step = Int64(1) << Int64(reduction.exponent - finer.exponent)
      let shift = Int64(finer.exponent)
      let (x, y) = (plan.region.x >> shift, plan.region.y >> shift)
      self.step = Int(step)
      shrink = 1
      needed = PixelRect(
        x: x, y: y, width: min(plan.size.width * step, stored.size.width - x),
        height: min(plan.size.height * step, stored.size.height - y))
      rect = SampledRect(
        x: Double(x), y: Double(y), width: Double(needed.width), height: Double(needed.height))
      return
    }
    step = nil
    let own = scale(stored.size)
    // Decoding at a part of the size keeps sharpness for as long as two pixels are left for one.
    var shrink = 1
    if stored.facts.compression == .jpeg {
      while shrink < 8, own.x / Double(shrink * 4) >= wanted.x,
        own.y / Double(shrink * 4) >= wanted.y,
        Int(stored.tileWidth) % (shrink * 2) == 0, Int(stored.tileHeight) % (shrink * 2) == 0
      {
        shrink *= 2
      }
    }
    self.shrink = shrink
    // Levels of ours halve exactly: their pixels begin where the image's do, and only the last one
    // may cover less. Others' levels are stretched to the image.
    let exact = pyramid.ladder.reduction(ofLevelSized: stored.size)
    let unit =
      exact.map { (x: 1 / $0.pixelWidth, y: 1 / $0.pixelWidth) } ?? (x: own.x, y: own.y)
    let size = PixelSize(
      width: (stored.size.width + Int64(shrink) - 1) / Int64(shrink),
      height: (stored.size.height + Int64(shrink) - 1) / Int64(shrink))
    rect = SampledRect(
      x: Double(plan.region.x) * unit.x / Double(shrink),
      y: Double(plan.region.y) * unit.y / Double(shrink),
      width: Double(plan.region.width) * unit.x / Double(shrink),
      height: Double(plan.region.height) * unit.y / Double(shrink)
    ).extended(toEdgesOf: size, plan.region, image)
    let reach = (
      x: 3 * max(1, rect.width / Double(plan.size.width)) + 1,
      y: 3 * max(1, rect.height / Double(plan.size.height)) + 1
    )
    let left = max(0, Int64((rect.x - reach.x).rounded(.down)))
    let top = max(0, Int64((rect.y - reach.y).rounded(.down)))
    let right = min(size.width, Int64((rect.x + rect.width + reach.x).rounded(.up)))
    let bottom = min(size.height, Int64((rect.y + rect.height + reach.y).rounded(.up)))
    let isUnscaled =
      rect.width == Double(plan.size.width) && rect.height == Double(plan.size.height)
      && rect.x == rect.x.rounded() && rect.y == rect.y.rounded()
    needed =
      isUnscaled
      ? PixelRect(
        x: Int64(rect.x), y: Int64(rect.y), width: plan.size.width, height: plan.size.height)
      : PixelRect(
        x: min(left, size.width - 1), y: min(top, size.height - 1),
        width: max(1, right - left), height: max(1, bottom - top))
  }
}

extension LevelChoice {
  /// A stored tile in pixels of the level after it is shrunk.
  func tileSize(of level: StoredLevel) -> PixelSize {
    PixelSize(
      width: Int64(level.tileWidth) / Int64(shrink), height: Int64(level.tileHeight) / Int64(shrink)
    )
  }
}

extension SampledRect {
  /// A region that ends with the image ends with the level: its last pixel is not cut.
  fileprivate func extended(
    toEdgesOf level: PixelSize, _ region: PixelRect, _ image: ImageSize
  ) -> SampledRect {
    var rect = self
    if region.maxX == image.width { rect.width = max(1e-3, Double(level.width) - x) }
    if region.maxY == image.height { rect.height = max(1e-3, Double(level.height) - y) }
    return rect
  }
}

extension Ladder {
  /// The reduction whose level has exactly this size.
  fileprivate func reduction(ofLevelSized size: PixelSize) -> Reduction? {
    (0..<count).lazy.compactMap { self.level(at: $0) }.first { $0.size == size }?.reduction
  }
}
