/// The levels an image has, finest first, each half the one before.
package struct Ladder: Equatable, Hashable, Sendable {
  package let imageSize: ImageSize
  package let tileSize: TileSize
  package let finest: Reduction
  package let coarsest: Reduction

  /// Which level draws a scale.
  package enum Rule: Equatable, Hashable, Sendable {
    /// The coarsest that is at least as fine as the screen: drawing only ever shrinks.
    case fineEnough
    /// The finest of which a pixel covers at least half a device pixel, as OpenSeadragon has it:
    /// one level finer where the scale is exactly a power of two.
    case halfPixel
  }

  /// From full resolution down to the first level that fits one tile.
  package init(imageSize: ImageSize, tileSize: TileSize) {
    self.imageSize = imageSize
    self.tileSize = tileSize
    self.finest = .full
    var last = Reduction.full
    let side = Int64(tileSize.side)
    while last.reduce(max(imageSize.width, imageSize.height)) > side, let next = last.coarser {
      last = next
    }
    self.coarsest = last
  }

  /// The levels that CATiledLayer would have, less those in which a side falls below one pixel.
  package init(imageSize: ImageSize, tileSize: TileSize, levelsOfDetail: LevelsOfDetail) {
    self.imageSize = imageSize
    self.tileSize = tileSize
    self.finest = levelsOfDetail.finest
    let shorter = min(imageSize.width, imageSize.height)
    let lastWhole = Int32(Int64.bitWidth - 1 - shorter.leadingZeroBitCount)
    self.coarsest = max(finest, min(levelsOfDetail.coarsest, Reduction(clamping: lastWhole)))
  }

  private init(
    imageSize: ImageSize, tileSize: TileSize, finest: Reduction, coarsest: Reduction
  ) {
    self.imageSize = imageSize
    self.tileSize = tileSize
    self.finest = finest
    self.coarsest = coarsest
  }

  /// The same levels and finer ones, of an image that has more to show than its own pixels.
  ///
  /// - Parameter finest: the finest of all.
  /// - Returns: all that are there, and those up to that one.
  package func reaching(_ finest: Reduction) -> Ladder {
    Ladder(
      imageSize: imageSize, tileSize: tileSize, finest: min(finest, self.finest),
      coarsest: coarsest)
  }

  /// The same levels, counted from the finest one as if that were the image; the same where no level
  /// is finer than the image.
  package var countedFromFinest: Ladder {
    guard finest < .full,
      let size = ImageSize(
        width: finest.reduce(imageSize.width), height: finest.reduce(imageSize.height))
    else { return self }
    return Ladder(
      imageSize: size, tileSize: tileSize, finest: .full,
      coarsest: Reduction(clamping: coarsest.exponent - finest.exponent))
  }

  package var count: Int { Int(coarsest.exponent - finest.exponent) + 1 }

  /// The level at a place of the ladder, 0 being the finest; a place outside answers nil.
  package func level(at index: Int) -> Level? {
    guard index >= 0, index < count else { return nil }
    return level(Reduction(clamping: finest.exponent + Int32(index)))
  }

  /// The level of any reduction, inside the ladder or not.
  package func level(_ reduction: Reduction) -> Level {
    Level(of: imageSize, reduction: reduction, tileSize: tileSize)
  }

  package func contains(_ reduction: Reduction) -> Bool {
    reduction >= finest && reduction <= coarsest
  }

  /// The level to draw at so many device pixels per image pixel.
  ///
  /// The coarsest one that is still at least as fine as the screen, so that drawing only ever
  /// shrinks; a difference below one part in a million counts as equal.
  package func reduction(forScale scale: Double, rule: Rule = .fineEnough) -> Reduction {
    guard scale > 0 else { return coarsest }
    guard scale.isFinite else { return finest }
    let wanted = scale * (1 - 1e-6)
    // wanted = m * 2^e with 1 <= m < 2: only an exact power of two needs no finer level.
    let exact = wanted.significand == 1
    var power = Int32(clamping: wanted.exponent) + (exact ? 0 : 1)
    let excess = Double(sign: .plus, exponent: Int(power), significand: 1) / scale
    if rule == .halfPixel, excess <= 1 + 1e-6 { power += 1 }
    let clamped = max(finest.exponent, min(coarsest.exponent, -power))
    return Reduction(clamping: clamped)
  }
}
