package import DecoderChildren
package import Decoding
import Pixels
import PyramidFormat
import Sandbox
import Sources
import TileGeometry

extension SourceFacts {
  /// What a source's header says.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  /// - Throws: what keeps it from being cut.
  package init(of source: SourceCopies, _ request: SourceRequest) throws {
    let road = try OpenSource(source, request).road()
    // A lone pixel may take all of the picture, and no more than that.
    try HardLimits.setProcessorTime(
      seconds: request.limits.processorSeconds(for: road.source.facts, threads: 1))
    try road.prove()
    self = road.source.facts
  }

  init(jpeg source: JPEGSource, verdict: ProfileCheck.Verdict?, recipe: PyramidRecipe) {
    let header = source.header
    let swaps = header.orientation.swapsAxes
    self.init(
      format: SourceFormat.jpeg.rawValue, width: swaps ? header.height : header.width,
      height: swaps ? header.width : header.height, color: header.color,
      chroma: header.chroma?.name, samples: "8-bit", bands: header.components, hasAlpha: false,
      orientation: header.orientation.exifValue,
      pages: 1, profile: "none", road: .planes,
      isHeldWhole: header.isProgressive, estimatedMemory: Int64(header.decoderBytes))
    describe(verdict, isKept: recipe.keepsProfile)
    if header.isProgressive {
      warnings.append("progressive: the decoder holds the whole picture in memory")
    }
    estimate(
      recipe, .planes(isProgressive: header.isProgressive),
      bytesPerPixel: header.components == 1 ? 1 : 1.5)
  }

  init(
    _ header: SourceHeader, verdict: ProfileCheck.Verdict?, pages: Int, recipe: PyramidRecipe,
    fileSize: Int64
  ) {
    let swaps = header.orientation.swapsAxes
    let whole = Int64(header.width) * Int64(header.height) * Int64(header.bands)
    self.init(
      format: header.format.rawValue, width: swaps ? header.height : header.width,
      height: swaps ? header.width : header.height, color: header.color,
      chroma: nil, samples: header.samples, bands: header.bands, hasAlpha: header.hasAlpha,
      orientation: header.orientation.exifValue, pages: pages,
      profile: header.hasProfile ? "embedded" : "none", road: .pixels,
      isHeldWhole: header.isHeldWhole, estimatedMemory: 0)
    if header.isHeldWhole {
      warnings.append("not stored in rows: the decoder holds the whole picture in memory")
    }
    describe(verdict, isKept: recipe.keepsProfile)
    if header.bands > 4 && header.color == .manyBands {
      warnings.append("\(header.bands) bands: only the first three are shown")
    }
    let raw = Double(whole) * Double(header.bytesPerSample)
    if raw / Double(max(1, fileSize)) > 200 {
      warnings.append("packed \(Int(raw / Double(max(1, fileSize)))) to 1")
    }
    let costs = CutCosts.pixels(header, recipe: recipe)
    estimatedMemory = costs.libraries + Int64(raw * costs.held)
    estimate(recipe, costs, bytesPerPixel: 4)
  }

  /// What it takes and comes to where the finest level is made of its scan's data.
  mutating func estimate(_ recipe: PyramidRecipe, scanOf bytes: Int64) {
    estimatedMemory = 0
    if road == .codeWords {
      estimate(recipe, .codeWords, bytesPerPixel: 0.75)
    } else {
      estimate(recipe, .coefficients, bytesPerPixel: 1.5)
    }
    // The finest level is as long as its source, and a quarter of the pixels are encoded.
    if road != .requantized { estimatedBytes = bytes + bytes / 16 + estimatedBytes / 4 }
  }

  /// What it takes where the rows of its file are unpacked here.
  mutating func estimate(
    _ recipe: PyramidRecipe, rowsOf header: SourceHeader, in layout: PixelLayout
  ) {
    let costs = CutCosts.rows(header, recipe: recipe)
    estimatedMemory = costs.libraries
    // Of four pixels, whose chroma may be told once.
    estimate(recipe, costs, bytesPerPixel: Double(layout.bytes(pixels: 4)) / 4)
  }

  private mutating func describe(_ verdict: ProfileCheck.Verdict?, isKept: Bool) {
    switch verdict {
    case nil: break
    case .isSRGB: profile = "sRGB"
    case .movesColors: profile = isKept ? "embedded, kept" : "embedded, converted to sRGB"
    case .isUnusable:
      profile = "unusable"
      warnings.append("the ICC profile can't be used: colours are taken for sRGB")
    }
  }

  mutating func estimate(
    _ recipe: PyramidRecipe, _ costs: CutCosts, bytesPerPixel: Double
  ) {
    let area = Double(pixels)
    let side = Double(recipe.tileSize.side)
    estimatedSeconds = 0.02 + area / 1_000_000 * costs.seconds
    let bitsPerPixel =
      switch recipe.format {
      case .auto where road == .drawn || road == .program: 0.9
      case .auto, .jpeg:
        hasAlpha ? 1.5 : 0.4 + 1.6 * Double(recipe.quality * recipe.quality) / 10_000
      case .webp: 1.2
      case .lossless: 12.0
      }
    estimatedBytes = Int64(area * 4 / 3 * bitsPerPixel / 8)
    // Two rows of tiles of every level, each level half as wide as the one before.
    estimatedMemory += Int64(Double(width) * side * bytesPerPixel * 4) + 24 << 20
    if pixels > 100_000_000, road == .pixels {
      warnings.append("a huge page that is not tiled: it is decoded once, from top to bottom")
    }
  }
}
