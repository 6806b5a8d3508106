import Encoding
import JPEGScan
import Pixels

/// The finest level of a photograph as its own coefficients: coarser, or turned, they are encoded
/// anew, and the next level is made of them as they were.
final class CoefficientLevel: ShrunkLevel {
  let tileSide: Int
  private let rows: [CoefficientRow]
  private let coders: Lending<TileCoder>
  private let codes = RowCodes<TileCodes>()

  /// - Parameters:
  ///   - plan: what tiles are to be.
  ///   - tileSide: in pixels.
  init(_ plan: CoefficientPlan, tileSide: Int) {
    self.tileSide = tileSide
    rows = (0..<2).map { _ in CoefficientRow(plan) }
    coders = Lending(TileCoder(plan)) { TileCoder(plan) }
  }

  func place(of row: Int) -> CoefficientRow { rows[row % 2] }

  func close(row: Int, encoder: any TileEncoder) throws {
    try codes.close(row: row) { try coders.lend { $0.learn(from: place(of: row)) } }
  }

  func encode(
    _ tile: BandSchedule.Tile, encoder: any TileEncoder, upright: PixelBand?,
    body: (Span<UInt8>) throws -> Void
  ) throws {
    let row = place(of: tile.row)
    try coders.lend { coder in
      let codes = codes.codes(of: tile.row) ?? coder.learn(from: row)
      try coder.encode(column: tile.column, of: row, codes: codes, body: body)
    }
  }
}
