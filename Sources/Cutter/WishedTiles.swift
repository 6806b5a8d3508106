import DecoderChildren
import JPEGScan

/// Gives tiles of a photograph that is being cut to those who wait for them, before their turn: the same
/// that the pyramid will have.
final class WishedTiles {
  private let scan: ScanSource
  private let index: ScanIndex
  private var reader: ScanReader
  private let splice: TileSplice
  /// Room for one tile.
  private let tile: ScanRow
  private let nextWish: () -> TileWish?
  private let report: (CutAnswer) -> Void

  /// Wishes that are answered at once: the cut goes on in between.
  private static let mostAtOnce = 16

  /// - Parameters:
  ///   - scan: whose code words the tiles are made of.
  ///   - index: where they lie in it.
  ///   - quartersChroma: whether the next level has one chroma sample for four pixels.
  ///   - nextWish: which one is wanted; nil where none is now.
  ///   - report: told what became of it.
  /// - Throws: `ScanIrregular` where tiles can't be made of it.
  init(
    of scan: ScanSource, by index: ScanIndex, quartersChroma: Bool,
    nextWish: @escaping () -> TileWish?, report: @escaping (CutAnswer) -> Void
  ) throws(ScanIrregular) {
    self.scan = scan
    self.index = index
    self.nextWish = nextWish
    self.report = report
    let (header, side) = (scan.header, index.tileSide)
    reader = try ScanReader(
      header, scan.input, tileSide: side, quartersChroma: quartersChroma)
    splice = try TileSplice(header, tileSide: side)
    tile = ScanRow(header, tileSide: side, quartersChroma: quartersChroma, columns: 1)
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
    let isThere = try reader.read(
      column: Int(wish.column), row: Int(wish.row), by: index, from: { scan.input(at: $0) },
      into: tile)
    guard wish.level == 0, isThere else { return nil }
    var bytes: [UInt8] = []
    try splice.encode(column: 0, of: tile) { span in
      bytes = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
    return bytes
  }
}
