package import TileGeometry

/// Where a rectangle of level pixels and a tile of the level overlap.
package struct TilePart: Sendable {
  package let column: Int32
  package let row: Int32
  /// The overlap's upper left corner, in the tile and in the rectangle.
  package let from: (x: Int, y: Int)
  package let to: (x: Int, y: Int)
  package let size: (width: Int, height: Int)

  fileprivate init(_ column: Int64, _ row: Int64, _ tile: PixelSize, _ rect: PixelRect) {
    let left = max(rect.x, column * tile.width)
    let top = max(rect.y, row * tile.height)
    let right = min(rect.maxX, (column + 1) * tile.width)
    let bottom = min(rect.maxY, (row + 1) * tile.height)
    self.column = Int32(clamping: column)
    self.row = Int32(clamping: row)
    from = (Int(left - column * tile.width), Int(top - row * tile.height))
    to = (Int(left - rect.x), Int(top - rect.y))
    size = (Int(right - left), Int(bottom - top))
  }
}

extension PixelRect {
  /// The rectangle in parts that lie in one tile each, row by row; it begins at 0, 0 or further on.
  package func parts(ofTiles tile: PixelSize) -> some Sequence<TilePart> {
    let (columns, rows) = places(ofTiles: tile)
    return rows.lazy.flatMap { row in
      columns.lazy.map { column in TilePart(column, row, tile, self) }
    }
  }

  /// How many tiles the rectangle lies in.
  package func tileCount(ofTiles tile: PixelSize) -> Int64 {
    let (columns, rows) = places(ofTiles: tile)
    return Int64(columns.count) * Int64(rows.count)
  }

  private func places(ofTiles tile: PixelSize) -> (columns: Range<Int64>, rows: Range<Int64>) {
    (
      x / tile.width..<(maxX + tile.width - 1) / tile.width,
      y / tile.height..<(maxY + tile.height - 1) / tile.height
    )
  }
}
