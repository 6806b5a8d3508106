import PyramidFormat
import TileGeometry

/// Whether another program's pyramid is served as it lies.
enum Adoption {
  /// The coarsest level of a pyramid that is worth adopting, in pixels a side: what rendering an
  /// overview has to read at most.
  private static let coarsestSide: Int64 = 8192
  /// The largest tile that is worth adopting, in pixels a side: it is decoded whole, however little
  /// of it is asked for.
  private static let tileSide: Int32 = 2048

  static func isWorthwhile(_ pyramid: Pyramid) -> Bool {
    guard let coarsest = pyramid.levels.last else { return false }
    return max(coarsest.size.width, coarsest.size.height) <= coarsestSide
      && pyramid.levels.allSatisfy { max($0.tileWidth, $0.tileHeight) <= tileSide }
  }
}
