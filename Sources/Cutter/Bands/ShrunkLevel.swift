import JPEGScan
import Pixels

/// A row of tiles of which the next level is made while it is read.
protocol ShrunkRow {
  var shrunk: ShrunkPlanes { get }
}

extension ScanRow: ShrunkRow {}
extension CoefficientRow: ShrunkRow {}

/// The finest level of a photograph that is never pixels: its rows have the next level's beside them.
protocol ShrunkLevel: CutLevel where Row: ShrunkRow {
  /// In pixels.
  var tileSide: Int { get }
}

extension ShrunkLevel {
  func halve(_ tile: BandSchedule.Tile, into target: PixelBand, x: Int, y: Int) {
    place(of: tile.row).shrunk.copyTile(
      tile.column, tileSide: tileSide, into: target, x: x, y: y)
  }
}

extension ShrunkPlanes {
  /// Copies a tile to where it lies in the next level.
  ///
  /// - Parameters:
  ///   - column: of tiles, in stored order.
  ///   - tileSide: in pixels.
  ///   - target: the next level's band.
  ///   - x: where the result starts there, in its pixels.
  ///   - y: its row there, in its pixels.
  fileprivate func copyTile(_ column: Int, tileSide: Int, into target: PixelBand, x: Int, y: Int) {
    for (plane, shrunk) in zip(target.planes, planes) {
      let side = (tileSide / 2) >> plane.shift
      for line in 0..<side {
        unsafe plane.address(x: x, y: y + line << plane.shift).update(
          from: shrunk.base + line * shrunk.stride + column * side, count: side)
      }
    }
  }
}
