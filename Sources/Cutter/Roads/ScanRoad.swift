import DecoderChildren
import Decoding
import JPEGScan
import Pixels
import PyramidFormat
import Sources
import TileGeometry

/// The road of most photographs, whose finest level takes over the source's own code words, or its
/// coefficients where these are to be coarser or turned.
///
/// The next level is made of its coefficients: nothing is decoded to pixels and encoded again.
struct ScanRoad: CutRoad {
  let source: RoadSource
  var planes: PixelLayout? { decoding.layout }
  /// The road that repairs, or complains, where the scan turns out to be irregular.
  private let decoding: PlanesRoad
  private let scan: ScanSource
  private let use: ScanUse

  /// - Parameters:
  ///   - opened: the source.
  ///   - planes: the road that it would go otherwise.
  /// - Throws: ``ScanIrregular`` with the reason why it does go otherwise.
  init(_ opened: OpenSource, instead planes: PlanesRoad) throws {
    let recipe = opened.request.rules.recipe
    scan = try ScanSource(opened, as: planes.source, layout: planes.layout)
    let found = try ScanUse.of(
      scan.header, orientation: planes.source.orientation, recipe: recipe)
    use = found.use
    decoding = planes
    source = planes.source.onScan(
      use.road, because: found.reason, recipe, byteCount: opened.byteCount)
  }

  /// Who gives tiles of the finest levels before their turn.
  ///
  /// - Parameters:
  ///   - index: where the finest one's lie in the scan.
  ///   - recipe: what all tiles are to be.
  ///   - nextWish: which one is wanted; nil where none is now.
  ///   - report: told what became of it.
  /// - Returns: who gives them.
  /// - Throws: `ScanIrregular` where tiles can't be made of it.
  func tiles(
    by index: ScanIndex, recipe: PyramidRecipe, for nextWish: @escaping () -> TileWish?,
    report: @escaping (CutAnswer) -> Void
  ) throws(ScanIrregular) -> WishedTiles {
    try WishedTiles(
      of: scan, use, by: index, layout: decoding.layout, orientation: source.orientation,
      recipe: recipe, nextWish: nextWish, report: report)
  }

  func prove() { decoding.prove() }

  func run(into target: CutTarget) throws {
    do {
      let plan = use.plan(
        of: scan.header, tileSide: target.tileSide, quartersChroma: quartersChroma)
      if let plan { try encode(plan, into: target) } else { try splice(into: target) }
    } catch let reason as ScanIrregular {
      target.tell(otherRoad: reason)
      try decoding.run(into: target)
    }
  }

  private var quartersChroma: Bool { decoding.layout == .yCbCr(.quartered) }

  private func splice(into target: CutTarget) throws {
    let (header, side) = (scan.header, target.tileSide)
    try target.cut(
      decoding.layout, finestChroma: header.chroma,
      of: ScanReader(header, scan.input, tileSide: side, quartersChroma: quartersChroma)
    ) {
      try ScanLevel(header, tileSide: side, quartersChroma: quartersChroma)
    }
  }

  private func encode(_ plan: CoefficientPlan, into target: CutTarget) throws {
    let side = target.tileSide
    let chroma =
      source.orientation.swapsAxes ? scan.header.chroma?.swapped : scan.header.chroma
    try target.cut(
      decoding.layout, finestChroma: chroma, of: CoefficientReader(plan, scan.input)
    ) {
      CoefficientLevel(plan, tileSide: side)
    }
  }
}

/// Reads a scan by rows of tiles, each into what a finest level has for it.
private protocol ScanRowReader {
  associatedtype Row
  var rows: Int { get }
  mutating func read(row: Int, into target: Row) throws
}

extension ScanReader: ScanRowReader {}
extension CoefficientReader: ScanRowReader {}

extension CutTarget {
  /// Writes the pyramid of a scan.
  ///
  /// - Parameters:
  ///   - layout: of the coarser levels' bands.
  ///   - finestChroma: how the finest level's chroma is sampled.
  ///   - scan: what reads it.
  ///   - level: makes the finest level.
  /// - Throws: `ScanIrregular`, or why the pyramid can't be made or stored.
  fileprivate func cut<Reader: ScanRowReader, Level: CutLevel>(
    _ layout: PixelLayout, finestChroma: ChromaSampling?, of scan: Reader,
    finest level: () throws -> Level
  ) throws where Reader.Row == Level.Row {
    var reader = scan
    try cut(layout, finestChroma: finestChroma, finest: { _ in try level() }) { pipeline in
      try pipeline.run(helpers: threads - 1) { worker in
        for row in 0..<reader.rows {
          guard let place = try pipeline.nextRow(row, with: worker) else { return }
          try reader.read(row: row, into: place)
          try pipeline.rowIsFull(row, with: worker)
          tell(pipeline.progress)
        }
      }
    }
  }
}
