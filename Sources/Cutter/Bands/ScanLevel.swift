import Encoding
import JPEGScan
import Pixels

/// The finest level of a photograph as its own code words: tiles are spliced of them, and the next
/// level is made of their coefficients.
final class ScanLevel: ShrunkLevel {
  let tileSide: Int
  private let rows: [ScanRow]
  private let splices: Lending<TileSplice>

  /// - Parameters:
  ///   - header: of the scan.
  ///   - tileSide: in pixels.
  ///   - quartersChroma: whether the next level has one chroma sample for four pixels.
  ///   - columns: how many tiles its rows have; nil for those of the whole scan.
  ///   - parts: how many threads can read a row at the same time.
  /// - Throws: `ScanIrregular` where tiles can't be made of its code tables.
  init(
    _ header: ScanHeader, tileSide: Int, quartersChroma: Bool, columns: Int? = nil, parts: Int = 1
  ) throws(ScanIrregular) {
    self.tileSide = tileSide
    rows = (0..<2).map { _ in
      ScanRow(
        header, tileSide: tileSide, quartersChroma: quartersChroma, columns: columns,
        parts: parts)
    }
    splices = Lending(try TileSplice(header, tileSide: tileSide)) {
      try TileSplice(header, tileSide: tileSide)
    }
  }

  func place(of row: Int) -> ScanRow { rows[row % 2] }

  func close(row: Int, encoder: any TileEncoder) {}

  func encode(
    _ tile: BandSchedule.Tile, encoder: any TileEncoder, upright: PixelBand?,
    body: (Span<UInt8>) throws -> Void
  ) throws {
    try splices.lend { splice in
      try splice.encode(column: tile.column, of: place(of: tile.row), body: body)
    }
  }
}
