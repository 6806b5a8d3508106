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
  /// Where the scan's rows begin; nil where nobody has looked yet.
  private var index: ScanIndex?

  /// Where a scan has fewer pixels, it is read before others could help.
  private static let fewestParted: Int64 = 1 << 24

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

  /// The same road for who knows already where the scan's rows begin.
  ///
  /// - Parameter index: of the same scan.
  /// - Returns: a road on which all threads read.
  func reading(by index: ScanIndex) -> ScanRoad {
    var road = self
    road.index = index
    return road
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
    let reader = try ScanReader(
      header, scan.input, tileSide: side, quartersChroma: quartersChroma)
    guard let index = try index ?? ownIndex(for: target) else {
      return try target.cut(decoding.layout, finestChroma: header.chroma, of: reader) {
        try ScanLevel(header, tileSide: side, quartersChroma: quartersChroma)
      }
    }
    let parts = PartedScan.parts(threads: target.threads)
    try target.cut(
      decoding.layout, finestChroma: header.chroma, of: PartedScan(scan, reader, by: index),
      parts: parts
    ) {
      try ScanLevel(header, tileSide: side, quartersChroma: quartersChroma, parts: parts)
    }
  }

  /// Looks for where the rows begin, where that is worth it: it takes a third of what the cut does, and as
  /// long as one of a few threads reads, the others have enough to do.
  private func ownIndex(for target: CutTarget) throws -> ScanIndex? {
    let pixels = Int64(scan.header.width) * Int64(scan.header.height)
    // Restarts are counted, and so are looked for by one thread alone.
    guard target.threads > 3, pixels >= Self.fewestParted, scan.header.restartInterval == 0 else {
      return nil
    }
    return try scan.index(tileSide: target.tileSide, threads: target.threads)
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

  /// Writes the pyramid of a scan that several threads read.
  ///
  /// - Parameters:
  ///   - layout: of the coarser levels' bands.
  ///   - finestChroma: how the finest level's chroma is sampled.
  ///   - scan: what is read.
  ///   - parts: of each of its rows.
  ///   - level: makes the finest level.
  /// - Throws: `ScanIrregular`, or why the pyramid can't be made or stored.
  fileprivate func cut(
    _ layout: PixelLayout, finestChroma: ChromaSampling?, of scan: PartedScan, parts: Int,
    finest level: () throws -> ScanLevel
  ) throws {
    try cut(layout, finestChroma: finestChroma, finest: { _ in try level() }) { pipeline in
      try pipeline.run(helpers: threads - 1) { worker in
        for row in 0..<scan.rows {
          guard let place = try pipeline.nextRow(row, with: worker),
            try pipeline.share(
              parts, with: worker, { try scan.read(part: $0, of: row, into: place) })
          else { return }
          try pipeline.rowIsFull(row, with: worker)
          tell(pipeline.progress)
        }
      }
    }
  }
}
