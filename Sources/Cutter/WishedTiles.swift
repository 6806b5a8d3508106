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
  private let orientation: Orientation
  private let recipe: PyramidRecipe
  private let use: Use
  private let nextWish: () -> TileWish?
  private let report: (CutAnswer) -> Void

  /// What becomes of the scan's data.
  private enum Use {
    case codeWords(ScanReader)
    /// What is to be made of all its coefficients, and who would read them all.
    case coefficients(CoefficientPlan, CoefficientReader)
  }

  /// Wishes that are answered at once: the cut goes on in between.
  private static let mostAtOnce = 16

  /// - Parameters:
  ///   - scan: that the tiles are made of.
  ///   - use: what becomes of its data.
  ///   - index: where they lie in it.
  ///   - layout: of coarser levels' bands.
  ///   - orientation: how the image is turned upright.
  ///   - recipe: what all tiles are to be.
  ///   - nextWish: which one is wanted; nil where none is now.
  ///   - report: told what became of it.
  /// - Throws: `ScanIrregular` where tiles can't be made of it.
  init(
    of scan: ScanSource, _ use: ScanUse, by index: ScanIndex, layout: PixelLayout,
    orientation: Orientation, recipe: PyramidRecipe, nextWish: @escaping () -> TileWish?,
    report: @escaping (CutAnswer) -> Void
  ) throws(ScanIrregular) {
    self.scan = scan
    self.index = index
    self.layout = layout
    self.orientation = orientation
    self.recipe = recipe
    self.nextWish = nextWish
    self.report = report
    let (side, quarters) = (index.tileSide, layout == .yCbCr(.quartered))
    if let plan = use.plan(of: scan.header, tileSide: side, quartersChroma: quarters) {
      self.use = .coefficients(plan, try CoefficientReader(plan, scan.input))
    } else {
      self.use = .codeWords(
        try ScanReader(scan.header, scan.input, tileSide: side, quartersChroma: quarters))
    }
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
    let (header, side) = (scan.header, index.tileSide)
    let (width, height) =
      orientation.swapsAxes ? (header.height, header.width) : (header.width, header.height)
    guard let part = WishedPart(wish, width: width, height: height, tileSide: side) else {
      return nil
    }
    let stored = part.stored(orientation, of: header, tileSide: side)
    switch use {
    case .codeWords(var reader):
      let quarters = layout == .yCbCr(.quartered)
      return try tile(
        of: part, in: stored,
        try ScanLevel(
          header, tileSide: side, quartersChroma: quarters, columns: stored.columns.count)
      ) { row, place in
        try reader.read(
          columns: stored.columns, row: stored.rows.lowerBound + row, by: index,
          from: { scan.input(at: $0) }, into: place)
      }
    case .coefficients(let whole, let readerOfAll):
      guard
        let few = CoefficientPart(
          of: whole, columns: stored.columns, rows: stored.rows, by: index)
      else { return nil }
      var reader = CoefficientReader(of: few, like: readerOfAll)
      return try tile(of: part, in: stored, CoefficientLevel(few.plan, tileSide: side)) {
        try reader.read(
          row: $0, of: few, by: index, from: { scan.input(at: $0) }, into: $1)
      }
    }
  }

  /// Cuts a part of the picture for one of its tiles.
  ///
  /// - Parameters:
  ///   - part: with the tile.
  ///   - stored: the part as it lies in the scan.
  ///   - finest: the part's finest level.
  ///   - read: reads a row of tiles, counted from the part's first one; false where there is none.
  /// - Returns: the tile; nil where there is none.
  /// - Throws: `ScanIrregular`, or why it can't be read or made.
  private func tile<Finest: CutLevel>(
    of part: WishedPart, in stored: WishedPart.Stored, _ finest: Finest,
    read: (Int, Finest.Row) throws -> Bool
  ) throws -> [UInt8]? {
    let (side, layout) = (index.tileSide, layout)
    let (tiles, caught) = (WrittenTiles(of: layout, by: recipe), CaughtTile(part.tile))
    let pipeline = BandPipeline(
      geometry: BandGeometry(
        stored: stored.size, orientation: orientation, tileSize: recipe.tileSize),
      finest: finest, layout: layout, makeEncoder: { try tiles.encoder(of: layout, side: side) },
      sink: { caught.take($0.address(level: $1.level, column: $1.column, row: $1.row), $2) })
    try pipeline.run(helpers: 0) { worker in
      for row in 0..<stored.rows.count {
        guard let place = try pipeline.nextRow(row, with: worker) else { return }
        guard try read(row, place) else { throw ScanIrregular("its index is another scan's") }
        try pipeline.rowIsFull(row, with: worker)
      }
    }
    return caught.bytes
  }
}

/// The one tile of a cut that is wanted.
private final class CaughtTile: Sendable {
  private let wanted: TileAddress
  private let caught = Mutex<[UInt8]?>(nil)

  init(_ wanted: TileAddress) { self.wanted = wanted }

  var bytes: [UInt8]? { caught.withLock { $0 } }

  func take(_ tile: TileAddress, _ stream: Span<UInt8>) {
    guard tile == wanted else { return }
    let bytes = unsafe stream.withUnsafeBufferPointer { unsafe Array($0) }
    caught.withLock { $0 = bytes }
  }
}
