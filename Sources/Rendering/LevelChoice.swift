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
}

extension LevelChoice {
  /// Pixels of a level for each of the image's, across and down; or a picture's for each of its
  /// region's.
  private typealias Scale = (x: Double, y: Double)

  init(_ plan: ImagePlan, _ pyramid: Pyramid) {
    let wanted = (
      x: Double(plan.size.width) / Double(plan.region.width),
      y: Double(plan.size.height) / Double(plan.region.height)
    )
    let level = Self.coarsest(showing: wanted, of: pyramid)
    self =
      Self.exact(plan, pyramid, level: level)
      ?? Self.scaled(plan, pyramid, level: level, to: wanted)
  }

  private static func scale(of level: StoredLevel, _ image: ImageSize) -> Scale {
    (
      Double(level.size.width) / Double(image.width),
      Double(level.size.height) / Double(image.height)
    )
  }

  /// The coarsest level that is at least as fine as what is wanted; the finest where none is.
  private static func coarsest(showing wanted: Scale, of pyramid: Pyramid) -> Int {
    let slack = 1 - 1e-6
    return pyramid.levels.lastIndex {
      let own = scale(of: $0, pyramid.imageSize)
      // Sizes are rounded, so a level's own pixels may be a little off its nominal scale.
      let tolerance = 1 / Double(max(1, min($0.size.width, $0.size.height)))
      return own.x * (1 + tolerance) >= wanted.x * slack
        && own.y * (1 + tolerance) >= wanted.y * slack
    } ?? 0
  }

  /// A level of the ladder, pixel by pixel: made of whole pixels of a stored level.
  ///
  /// - Returns: nil where the plan shows none, or the stored level is none of the ladder's.
  private static func exact(
    _ plan: ImagePlan, _ pyramid: Pyramid, level: Int
  ) -> LevelChoice? {
    let stored = pyramid.levels[level]
    guard let reduction = plan.levelReduction(of: pyramid.imageSize),
      let finer = pyramid.ladder.reduction(ofLevelSized: stored.size), finer <= reduction
    else { return nil }
    let step = Int64(1) << Int64(reduction.exponent - finer.exponent)
    let shift = Int64(finer.exponent)
    let (x, y) = (plan.region.x >> shift, plan.region.y >> shift)
    let needed = PixelRect(
      x: x, y: y, width: min(plan.size.width * step, stored.size.width - x),
      height: min(plan.size.height * step, stored.size.height - y))
    let rect = SampledRect(
      x: Double(x), y: Double(y), width: Double(needed.width), height: Double(needed.height))
    return LevelChoice(level: level, shrink: 1, rect: rect, needed: needed, step: Int(step))
  }

  /// Any region at any size, sampled from a stored level.
  private static func scaled(
    _ plan: ImagePlan, _ pyramid: Pyramid, level: Int, to wanted: Scale
  ) -> LevelChoice {
    let image = pyramid.imageSize
    let stored = pyramid.levels[level]
    let own = scale(of: stored, image)
    let shrink = shrink(of: stored, own, to: wanted)
    // Levels of ours halve exactly: their pixels begin where the image's do, and only the last one
    // may cover less. Others' levels are stretched to the image.
    let exact = pyramid.ladder.reduction(ofLevelSized: stored.size)
    let unit =
      exact.map { (x: 1 / $0.pixelWidth, y: 1 / $0.pixelWidth) } ?? (x: own.x, y: own.y)
    let size = PixelSize(
      width: (stored.size.width + Int64(shrink) - 1) / Int64(shrink),
      height: (stored.size.height + Int64(shrink) - 1) / Int64(shrink))
    let rect = SampledRect(
      x: Double(plan.region.x) * unit.x / Double(shrink),
      y: Double(plan.region.y) * unit.y / Double(shrink),
      width: Double(plan.region.width) * unit.x / Double(shrink),
      height: Double(plan.region.height) * unit.y / Double(shrink)
    ).extended(toEdgesOf: size, plan.region, image)
    return LevelChoice(
      level: level, shrink: shrink, rect: rect, needed: needed(for: rect, plan.size, of: size),
      step: nil)
  }

  /// Decoding at a part of the size keeps sharpness for as long as two pixels are left for one.
  private static func shrink(of level: StoredLevel, _ own: Scale, to wanted: Scale) -> Int {
    var shrink = 1
    guard level.facts.compression == .jpeg else { return shrink }
    while shrink < 8, own.x / Double(shrink * 4) >= wanted.x,
      own.y / Double(shrink * 4) >= wanted.y,
      Int(level.tileWidth) % (shrink * 2) == 0, Int(level.tileHeight) % (shrink * 2) == 0
    {
      shrink *= 2
    }
    return shrink
  }

  /// Whole pixels that sampling a region reads.
  private static func needed(
    for rect: SampledRect, _ picture: PixelSize, of size: PixelSize
  ) -> PixelRect {
    let isUnscaled =
      rect.width == Double(picture.width) && rect.height == Double(picture.height)
      && rect.x == rect.x.rounded() && rect.y == rect.y.rounded()
    if isUnscaled {
      return PixelRect(
        x: Int64(rect.x), y: Int64(rect.y), width: picture.width, height: picture.height)
    }
    let reach = (
      x: 3 * max(1, rect.width / Double(picture.width)) + 1,
      y: 3 * max(1, rect.height / Double(picture.height)) + 1
    )
    let left = max(0, Int64((rect.x - reach.x).rounded(.down)))
    let top = max(0, Int64((rect.y - reach.y).rounded(.down)))
    let right = min(size.width, Int64((rect.x + rect.width + reach.x).rounded(.up)))
    let bottom = min(size.height, Int64((rect.y + rect.height + reach.y).rounded(.up)))
    return PixelRect(
      x: min(left, size.width - 1), y: min(top, size.height - 1),
      width: max(1, right - left), height: max(1, bottom - top))
  }

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
