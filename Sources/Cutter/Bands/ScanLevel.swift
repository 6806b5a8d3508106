import Encoding
import JPEGScan
import Pixels
import Synchronization

/// The finest level of a photograph as its own code words: tiles are spliced of them, and the next
/// level is made of their coefficients.
final class ScanLevel: FinestLevel {
  private let header: ScanHeader
  private let tileSide: Int
  private let rows: [ScanRow]
  /// One for each thread that makes tiles, as they come to want one.
  private let splices: Mutex<[TileSplice]>

  /// - Parameters:
  ///   - header: of the scan.
  ///   - tileSide: in pixels.
  ///   - quartersChroma: whether the next level has one chroma sample for four pixels.
  /// - Throws: `ScanIrregular` where tiles can't be made of its code tables.
  init(_ header: ScanHeader, tileSide: Int, quartersChroma: Bool) throws(ScanIrregular) {
    self.header = header
    self.tileSide = tileSide
    rows = (0..<2).map { _ in
      ScanRow(header, tileSide: tileSide, quartersChroma: quartersChroma)
    }
    splices = Mutex([try TileSplice(header, tileSide: tileSide)])
  }

  func place(of row: Int) -> ScanRow { rows[row % 2] }

  func close(row: Int, encoder: any TileEncoder) {}

  func halve(_ tile: BandSchedule.Tile, into target: PixelBand, x: Int, y: Int) {
    let row = place(of: tile.row)
    for (plane, shrunk) in zip(target.planes, row.shrunk) {
      let side = (tileSide / 2) >> plane.shift
      for line in 0..<side {
        unsafe plane.address(x: x, y: y + line << plane.shift).update(
          from: shrunk.base + line * shrunk.stride + tile.column * side, count: side)
      }
    }
  }

  func encode(
    _ tile: BandSchedule.Tile, encoder: any TileEncoder, upright: PixelBand?,
    body: (Span<UInt8>) throws -> Void
  ) throws {
    let splice = try take()
    defer { give(splice) }
    try splice.encode(column: tile.column, of: place(of: tile.row), body: body)
  }

  private func take() throws(ScanIrregular) -> TileSplice {
    if let free = splices.withLock({ $0.popLast() }) { return free }
    return try TileSplice(header, tileSide: tileSide)
  }

  private func give(_ splice: TileSplice) { splices.withLock { $0.append(splice) } }
}
