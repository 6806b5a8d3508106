import ImageRequest
import Pixels
import PyramidFormat
import TileGeometry

/// The level that a picture is made from, and what of it is needed.
struct LevelChoice {
  /// Place among the pyramid's levels; of what is drawn the finest, which says what kind of picture it
  /// is.
  let level: Int
  /// The level that is drawn for it, in blocks; nil where the level is stored.
  let drawn: Level?
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

  init(_ plan: ImagePlan, _ source: RenderSource) {
    let wanted = (
      x: Double(plan.size.width) / Double(plan.region.width),
      y: Double(plan.size.height) / Double(plan.region.height)
    )
    let level = Candidate(showing: wanted, of: source)
    self = Self.exact(plan, source, level) ?? Self.scaled(plan, source, level, to: wanted)
  }

  /// A level that is fine enough, stored or drawn.
  private struct Candidate {
    let place: Int
    let drawn: Level?
    let size: PixelSize
    /// How often the finest level is halved to be this one; nil where it is none of the ladder's.
    let exponent: Int32?

    /// The coarsest level that is at least as fine as what is wanted; the finest where none is.
    init(showing wanted: Scale, of source: RenderSource) {
      let pyramid = source.pyramid
      let stored = Self.coarsestStored(showing: wanted, of: source)
      place = stored ?? 0
      guard stored == nil, source.drawing != nil, source.detail > 0 else {
        drawn = nil
        size = pyramid.levels[place].size
        exponent = pyramid.ladder.reduction(ofLevelSized: size).map {
          $0.exponent + source.detail
        }
        return
      }
      let exponent = (0..<source.detail).last {
        Reduction(clamping: $0).scale >= max(wanted.x, wanted.y) * Self.slack
      }
      let level = source.drawnLevel(exponent ?? 0)
      drawn = level
      size = level.size
      self.exponent = level.reduction.exponent
    }

    private static let slack = 1 - 1e-6

    private static func coarsestStored(showing wanted: Scale, of source: RenderSource) -> Int? {
      let image = source.size
      return source.pyramid.levels.lastIndex {
        let own = scale(of: $0.size, image)
        // Sizes are rounded, so a level's own pixels may be a little off its nominal scale.
        let tolerance = 1 / Double(max(1, min($0.size.width, $0.size.height)))
        return own.x * (1 + tolerance) >= wanted.x * slack
          && own.y * (1 + tolerance) >= wanted.y * slack
      }
    }
  }

  private static func scale(of level: PixelSize, _ image: ImageSize) -> Scale {
    (Double(level.width) / Double(image.width), Double(level.height) / Double(image.height))
  }

  /// A level of the ladder, pixel by pixel: made of whole pixels of a level that is there.
  ///
  /// - Returns: nil where the plan shows none, or that level is none of the ladder's.
  private static func exact(
    _ plan: ImagePlan, _ source: RenderSource, _ level: Candidate
  ) -> LevelChoice? {
    guard let reduction = plan.levelReduction(of: source.size),
      let finer = level.exponent, finer <= reduction.exponent
    else { return nil }
    let step = Int64(1) << Int64(reduction.exponent - finer)
    let shift = Int64(finer)
    let (x, y) = (plan.region.x >> shift, plan.region.y >> shift)
    let needed = PixelRect(
      x: x, y: y, width: min(plan.size.width * step, level.size.width - x),
      height: min(plan.size.height * step, level.size.height - y))
    let rect = SampledRect(
      x: Double(x), y: Double(y), width: Double(needed.width), height: Double(needed.height))
    return LevelChoice(
      level: level.place, drawn: level.drawn, shrink: 1, rect: rect, needed: needed,
      step: Int(step))
  }

  /// Any region at any size, sampled from a level that is there.
  private static func scaled(
    _ plan: ImagePlan, _ source: RenderSource, _ level: Candidate, to wanted: Scale
  ) -> LevelChoice {
    let image = source.size
    let own = scale(of: level.size, image)
    let shrink =
      level.drawn == nil ? shrink(of: source.pyramid.levels[level.place], own, to: wanted) : 1
    // Levels of ours halve exactly: their pixels begin where the image's do, and only the last one
    // may cover less. Others' levels are stretched to the image.
    let unit =
      level.exponent.map { Reduction(clamping: $0).scale }.map { (x: $0, y: $0) }
      ?? (x: own.x, y: own.y)
    let size = PixelSize(
      width: (level.size.width + Int64(shrink) - 1) / Int64(shrink),
      height: (level.size.height + Int64(shrink) - 1) / Int64(shrink))
    let rect = SampledRect(
      x: Double(plan.region.x) * unit.x / Double(shrink),
      y: Double(plan.region.y) * unit.y / Double(shrink),
      width: Double(plan.region.width) * unit.x / Double(shrink),
      height: Double(plan.region.height) * unit.y / Double(shrink)
    ).extended(toEdgesOf: size, plan.region, image)
    return LevelChoice(
      level: level.place, drawn: level.drawn, shrink: shrink, rect: rect,
      needed: needed(for: rect, plan.size, of: size), step: nil)
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

  /// What is decoded or drawn at a time, in pixels of the level after it is shrunk.
  func tileSize(in pyramid: Pyramid) -> PixelSize {
    if let drawn {
      return PixelSize(width: Int64(drawn.tileSize.side), height: Int64(drawn.tileSize.side))
    }
    let level = pyramid.levels[level]
    return PixelSize(
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
