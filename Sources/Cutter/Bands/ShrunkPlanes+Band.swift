import JPEGScan
import Pixels

extension ShrunkPlanes {
  /// Copies a tile to where it lies in the next level.
  ///
  /// - Parameters:
  ///   - column: of tiles, in stored order.
  ///   - tileSide: in pixels.
  ///   - target: the next level's band.
  ///   - x: where the result starts there, in its pixels.
  ///   - y: its row there, in its pixels.
  func copyTile(_ column: Int, tileSide: Int, into target: PixelBand, x: Int, y: Int) {
    for (plane, shrunk) in zip(target.planes, planes) {
      let side = (tileSide / 2) >> plane.shift
      for line in 0..<side {
        unsafe plane.address(x: x, y: y + line << plane.shift).update(
          from: shrunk.base + line * shrunk.stride + column * side, count: side)
      }
    }
  }
}
