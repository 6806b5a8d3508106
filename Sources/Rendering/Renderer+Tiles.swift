package import ImageRequest
import Pixels
package import PyramidFormat
import TileGeometry

extension Renderer {
  /// What of a pyramid's file making a picture reads, for who has to fetch it first.
  ///
  /// - Parameters:
  ///   - plan: what to draw.
  ///   - source: of what.
  /// - Returns: the tiles; none where it is drawn.
  /// - Throws: what keeps it from being told.
  package static func tiles(
    of plan: ImagePlan, in source: RenderSource
  ) throws(TIFFError) -> [FiledTile] {
    let choice = LevelChoice(plan, source)
    guard choice.drawn == nil else { return [] }
    let pyramid = source.pyramid
    let needed = choice.needed
    // Planes begin and end with whole samples of colour.
    let (x, y) = (needed.x & ~1, needed.y & ~1)
    let whole = PixelRect(
      x: x, y: y, width: ((needed.maxX + 1) & ~1) - x, height: ((needed.maxY + 1) & ~1) - y)
    var tiles: [FiledTile] = []
    for part in whole.parts(ofTiles: choice.tileSize(in: pyramid)) {
      guard
        let tile = try pyramid.tile(level: choice.level, column: part.column, row: part.row)
      else { continue }
      tiles.append(tile)
    }
    return tiles
  }
}
