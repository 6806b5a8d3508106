import DecoderChildren
import Decoding
import Encoding
import Inflating
import PNGRows
import Pixels
import PyramidFormat
import Sources

/// The road of PNG files, of TIFF's strips and tiles and of what another program draws: some threads unpack a row
/// of tiles while others work on the one before.
struct RowsRoad: CutRoad {
  let source: RoadSource
  var planes: PixelLayout? { nil }
  /// The road that repairs, or complains, where the file turns out to be irregular.
  private let decoding: () throws -> PixelsRoad
  private let file: any RowsFile
  private let proof: () throws -> Void
  private let recipe: PyramidRecipe

  /// libvips is not asked, nor loaded, where the file's head tells all that is to be known.
  ///
  /// - Parameters:
  ///   - file: that the source is.
  ///   - opened: the source.
  ///   - colors: what it says of them that is not followed.
  ///   - pixels: the road that it would go otherwise.
  /// - Throws: `PackedIrregular` where it does go that, or why it can't be read.
  init(
    _ file: some HeadedRowsFile, of opened: OpenSource, colors: PNGColors?,
    instead pixels: @escaping () throws -> PixelsRoad
  ) throws {
    recipe = opened.request.rules.recipe
    self.file = file
    proof = file.prove
    let header = file.header
    guard !file.isToldWhole else {
      decoding = pixels
      source = try RoadSource(opened, header, colors: colors).inRows(file.road, header, recipe)
      return
    }
    let pixels = try pixels()
    guard header.agrees(with: pixels.foreign.header) else {
      throw PackedIrregular("its pixels are told in two ways")
    }
    guard !header.hasProfile || recipe.keepsProfile || pixels.verdict == .isSRGB else {
      throw PackedIrregular("its colors are to be converted")
    }
    decoding = { pixels }
    source = pixels.source.inRows(file.road, pixels.foreign.header, recipe)
  }

  /// - Parameters:
  ///   - file: the source.
  ///   - source: what it says of itself.
  ///   - recipe: how it is cut.
  init(_ file: some RowsFile, of source: RoadSource, recipe: PyramidRecipe) {
    self.file = file
    self.source = source
    self.recipe = recipe
    proof = {}
    decoding = { throw CutFailure(.source, "nobody else draws it") }
  }

  func prove() throws {
    do {
      try proof()
    } catch is PackedIrregular {
      try decoding().prove()
    }
  }

  func run(into target: CutTarget) throws {
    do {
      try fill(target)
    } catch let reason as PackedIrregular {
      let decoding = try decoding()
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
      tiles?.layout
      ?? PixelLayout(
        samples: file.bands, for: recipe, stored: source.stored, orientation: source.orientation)
    try target.cut(layout, into: tiles) { pipeline in
      let finest = pipeline.geometry.levels[0]
      let fillers = try Lending(of: layout, width: finest.across.length)
      try pipeline.run(helpers: target.threads - 1) { worker in
        var next = 0
        for row in 0..<finest.down.tiles {
          guard let band = try pipeline.nextRow(row, with: worker) else { return }
          let places = finest.down.picture(inTile: row)
          let rows = BandRows(
            rows: next..<next + places.count, samples: file.bands, band: band,
            x: finest.across.lead, y: places.lowerBound, fillers: fillers)
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
