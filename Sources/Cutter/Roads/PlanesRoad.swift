import DecoderChildren
import Decoding
import JPEGScan
import Pixels
import PyramidFormat
import Sources
import TileGeometry

/// The road of JPEG sources that are decoded: planes come in, planes are halved, and tiles are encoded from
/// planes; pixels never become RGB.
struct PlanesRoad: CutRoad {
  private(set) var source: RoadSource
  let layout: PixelLayout
  var planes: PixelLayout? { layout }
  private let jpeg: JPEGSource

  /// Nil for sources whose planes can't be cut as they are.
  init?(_ opened: OpenSource) throws {
    let recipe = opened.request.rules.recipe
    guard opened.format == .jpeg, recipe.format == .jpeg else { return nil }
    jpeg = try JPEGSource(opened.source)
    let header = jpeg.header
    guard let layout = header.planeLayout(for: recipe.chroma) else { return nil }
    self.layout = layout
    let profile = jpeg.profile()
    var verdict: ProfileCheck.Verdict?
    if let profile {
      let found = try ProfileCheck.verdict(on: profile, of: layout == .gray ? .gray : .color)
      if found == .movesColors, !recipe.keepsProfile { return nil }
      verdict = found
    }
    source = try RoadSource(
      opened, facts: SourceFacts(jpeg: jpeg, verdict: verdict, recipe: recipe),
      stored: PixelSize(width: Int64(header.width), height: Int64(header.height)),
      orientation: header.orientation,
      keptProfile: recipe.keepsProfile && verdict != .isUnusable ? profile : nil)
  }

  /// The same road with the reason why it is not the one of code words.
  func instead(of reason: ScanIrregular) -> PlanesRoad {
    var road = self
    road.source = source.without(codeWords: reason)
    return road
  }

  /// The header said all that can be known before the first scan.
  func prove() {}

  func run(into target: CutTarget) throws {
    try target.cut(layout) { pipeline in
      try jpeg.start(layout: layout)
      let finest = pipeline.geometry.levels[0]
      try pipeline.run(helpers: target.threads - 1) { worker in
        for row in 0..<finest.down.tiles {
          guard let band = try pipeline.nextRow(row, with: worker) else { return }
          try jpeg.read(
            into: band, x: finest.across.lead, rows: finest.down.picture(inTile: row))
          try pipeline.rowIsFull(row, with: worker)
          target.tell(pipeline.progress)
        }
      }
    }
  }
}
