import DecoderChildren
import JPEGScan
import Pixels
import PyramidFormat
import Synchronization
import TileGeometry

/// Gives tiles of a photograph that is being cut to those who wait for them, before their turn: the same
/// that the pyramid will have, but for the codes of those that are not the source's own words.
///
/// The part of the picture that a tile shows is cut by itself, as all of it is.
final class WishedTiles {
  private let scan: ScanSource
  private let index: ScanIndex
  private let layout: PixelLayout
  private let recipe: PyramidRecipe
  private var reader: ScanReader
  private let nextWish: () -> TileWish?
  private let report: (CutAnswer) -> Void

  /// Wishes that are answered at once: the cut goes on in between.
  private static let mostAtOnce = 16

  /// - Parameters:
  ///   - scan: whose code words the finest level's tiles are made of.
  ///   - index: where they lie in it.
  ///   - layout: of coarser levels' bands.
  ///   - recipe: what all tiles are to be.
  ///   - nextWish: which one is wanted; nil where none is now.
  ///   - report: told what became of it.
  /// - Throws: `ScanIrregular` where tiles can't be made of it.
  init(
    of scan: ScanSource, by index: ScanIndex, layout: PixelLayout, recipe: PyramidRecipe,
    nextWish: @escaping () -> TileWish?, report: @escaping (CutAnswer) -> Void
  ) throws(ScanIrregular) {
    self.scan = scan
    self.index = index
    self.layout = layout
    self.recipe = recipe
    self.nextWish = nextWish
    self.report = report
    reader = try ScanReader(
      scan.header, scan.input, tileSide: index.tileSide,
      quartersChroma: layout == .yCbCr(.quartered))
  }

  /// Answers the wishes that have come.
  func answer() {
    for _ in 0..<Self.mostAtOnce {
      guard let wish = nextWish() else { return }
      // What is wrong with the source the cut itself finds out; who asked waits for that.
      report(.tile(WishedTile(wish, try? stream(of: wish))))
    }
  }

  /// The tile; nil where there is none.
  private func stream(of wish: TileWish) throws -> [UInt8]? {
    let (header, side, layout) = (scan.header, index.tileSide, layout)
    guard
      let part = WishedPart(
        wish, width: header.width, height: header.height, tileSide: side)
    else { return nil }
    let (tiles, caught) = (WrittenTiles(of: layout, by: recipe), CaughtTile(part.tile))
    let pipeline = BandPipeline(
      geometry: BandGeometry(
        stored: part.size, orientation: .upright, tileSize: recipe.tileSize),
      finest: try ScanLevel(
        header, tileSide: side, quartersChroma: layout == .yCbCr(.quartered),
        columns: part.columns.count),
      layout: layout, makeEncoder: { try tiles.encoder(of: layout, side: side) },
      sink: { caught.take($1, $2) })
    try pipeline.run(helpers: 0) { worker in
      for row in 0..<part.rows.count {
        guard let place = try pipeline.nextRow(row, with: worker) else { return }
        let isThere = try reader.read(
          columns: part.columns, row: part.rows.lowerBound + row, by: index,
          from: { scan.input(at: $0) }, into: place)
        guard isThere else { throw ScanIrregular("its index is another scan's") }
        try pipeline.rowIsFull(row, with: worker)
      }
    }
    return caught.bytes
  }
}

/// The one tile of a cut that is wanted.
private final class CaughtTile: Sendable {
  private let wanted: BandSchedule.Tile
  private let caught = Mutex<[UInt8]?>(nil)

  init(_ wanted: BandSchedule.Tile) { self.wanted = wanted }

  var bytes: [UInt8]? { caught.withLock { $0 } }

  func take(_ tile: BandSchedule.Tile, _ stream: Span<UInt8>) {
    guard tile == wanted else { return }
    let bytes = unsafe stream.withUnsafeBufferPointer { unsafe Array($0) }
    caught.withLock { $0 = bytes }
  }
}
