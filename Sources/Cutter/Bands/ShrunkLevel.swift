import JPEGScan
import Pixels

/// A row of tiles of which the next level is made while it is read.
protocol ShrunkRow {
  var shrunk: ShrunkPlanes { get }
}

extension ScanRow: ShrunkRow {}
extension CoefficientRow: ShrunkRow {}

/// The finest level of a photograph that is never pixels: its rows have the next level's beside them.
protocol ShrunkLevel: FinestLevel where Row: ShrunkRow {
  /// In pixels.
  var tileSide: Int { get }
}

extension ShrunkLevel {
  func halve(_ tile: BandSchedule.Tile, into target: PixelBand, x: Int, y: Int) {
    place(of: tile.row).shrunk.copyTile(
      tile.column, tileSide: tileSide, into: target, x: x, y: y)
  }
}
