import Documents
import TileGeometry
import TileViewport

extension ViewAnswer {
  /// The tiles of the view in the order in which they are sent.
  func addresses(placeholder wantsPlaceholder: Bool, prefetch wantsPrefetch: Bool) -> [TileAddress]
  {
    func placed(_ tiles: [PlacedTile], _ level: Level) -> [TileAddress] {
      tiles.map { TileAddress(reduction: level.reduction, column: $0.column, row: $0.row) }
    }
    return (wantsPlaceholder ? placed(placeholder, placeholderLevel) : [])
      + placed(tiles, view.level) + (wantsPrefetch ? placed(prefetch, view.level) : [])
  }
}
