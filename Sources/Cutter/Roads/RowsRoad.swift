import DecoderChildren
import Decoding
import Inflating
import Pixels
import PyramidFormat
import Sources

/// The road of PNG files, of TIFF's strips and of what another program draws: some threads unpack a row
/// of tiles while others work on the one before.
struct RowsRoad: CutRoad {
  let source: RoadSource
  var planes: PixelLayout? { nil }
  /// The road that repairs, or complains, where the file turns out to be irregular; nil where there is
  /// no other one.
  private let decoding: PixelsRoad?
  private let file: any RowsFile
  private let recipe: PyramidRecipe

  /// - Parameters:
  ///   - file: the source.
  ///   - recipe: how it is cut.
  ///   - pixels: the road that it would go otherwise.
  /// - Throws: `PackedIrregular` where it does go that, or why it can't be read.
  init(_ file: some CheckedRowsFile, recipe: PyramidRecipe, instead pixels: PixelsRoad) throws {
    self.recipe = recipe
    self.file = file
    let header = pixels.foreign.header
    guard file.agrees(with: header) else {
      throw PackedIrregular("its pixels are told in two ways")
    }
    guard !header.hasProfile || recipe.keepsProfile || pixels.verdict == .isSRGB else {
      throw PackedIrregular("its colors are to be converted")
    }
    decoding = pixels
    source = pixels.source.inRows(file.road, header, recipe)
  }

  /// - Parameters:
  ///   - file: the source.
  ///   - source: what it says of itself.
  ///   - recipe: how it is cut.
  init(_ file: some RowsFile, of source: RoadSource, recipe: PyramidRecipe) {
    self.file = file
    self.source = source
    self.recipe = recipe
    decoding = nil
  }

  func prove() throws { try decoding?.prove() }

  func run(into target: CutTarget) throws {
    do {
      try fill(target)
    } catch let reason as PackedIrregular {
      guard let decoding else { throw reason }
      target.tell(otherRoad: reason)
      try decoding.run(into: target)
    }
  }

  private func fill(_ target: CutTarget) throws {
    let reader = try file.reader()
    let tiles =
      recipe.format == .auto
      ? try reader.suitingTiles(side: target.tileSide, quality: recipe.quality) : nil
    let layout =
      tiles?.layout ?? PixelLayout(samples: file.bands, allowsGray: recipe.format != .webp)
    try target.cut(layout, into: tiles) { pipeline in
      let finest = pipeline.geometry.levels[0]
      try pipeline.run(helpers: target.threads - 1) { worker in
        var next = 0
        for row in 0..<finest.down.tiles {
          guard let band = try pipeline.nextRow(row, with: worker) else { return }
          let places = finest.down.picture(inTile: row)
          let rows = BandRows(
            rows: next..<next + places.count, samples: file.bands, band: band,
            x: finest.across.lead, y: places.lowerBound)
          next = rows.rows.upperBound
          let isFull = try reader.read(into: rows) {
            try pipeline.share($0, with: worker, $1)
          }
          guard isFull else { return }
          if row == finest.down.tiles - 1 { try reader.finish() }
          try pipeline.rowIsFull(row, with: worker)
          target.tell(pipeline.progress)
        }
      }
    }
  }
}
