import ImageRequest
import Posix
import PyramidFile
import PyramidFormat
import Rendering
import TileGeometry

/// Pictures of what lies elsewhere.
extension TileService {
  /// What of its file a picture is made of; where that can't be told, whoever renders it finds out
  /// what is wrong.
  func tiles(of order: PictureOrder) -> [FiledTile] {
    let pyramid = order.image.pyramid
    var tiles = (try? Renderer.tiles(of: order.plan, in: order.image.source)) ?? []
    if case .corner(let address, _, _) = order.corner,
      let level = pyramid.storedLevel(address.reduction),
      let tile = (try? pyramid.tile(level: level, column: address.column, row: address.row)) ?? nil
    {
      tiles.append(tile)
    }
    return tiles
  }
}
