/// One level of an image: its size in level pixels, and the grid of tiles that covers it.
package struct Level: Equatable, Hashable, Sendable {
  /// What a rectangle whose edge falls exactly on a tile line asks for.
  package enum EdgeRule: Equatable, Sendable {
    /// Nothing beyond the line: the default everywhere.
    case halfOpen
    /// The tile behind the line too, as Apple's ScrollViewSuite sample does.
    case closed
  }

  package let reduction: Reduction
  package let size: PixelSize
  package let tileSize: TileSize
  package let columns: Int32
  package let rows: Int32

  package init(of image: ImageSize, reduction: Reduction, tileSize: TileSize) {
    self.reduction = reduction
    self.size = image.reduced(by: reduction)
    self.tileSize = tileSize
    let side = Int64(tileSize.side)
    // The grid is counted in 32 bits; only a magnified giant in tiny tiles could pass that, and
    // its far tiles then have no address.
    self.columns = Int32(clamping: (size.width + side - 1) / side)
    self.rows = Int32(clamping: (size.height + side - 1) / side)
  }

  package var scale: Double { reduction.scale }
  package var tileCount: Int64 { allTiles.count }

  package var allTiles: TileSpan {
    TileSpan(firstColumn: 0, endColumn: columns, firstRow: 0, endRow: rows)
  }

  package func contains(column: Int32, row: Int32) -> Bool {
    column >= 0 && column < columns && row >= 0 && row < rows
  }

  /// What a tile covers in level pixels, cropped at the right and bottom edge.
  ///
  /// - Returns: nil outside the grid.
  package func tileRect(column: Int32, row: Int32) -> PixelRect? {
    guard contains(column: column, row: row) else { return nil }
    let side = Int64(tileSize.side)
    // Within the level, so far below 2^63.
    let x = Int64(column) &* side
    let y = Int64(row) &* side
    return PixelRect(
      x: x, y: y, width: min(side, size.width - x), height: min(side, size.height - y))
  }

  /// The tiles that a rectangle of level pixels touches, clipped to the level.
  package func tiles(touching rect: PixelRect, edges: EdgeRule = .halfOpen) -> TileSpan {
    let left = max(rect.x, 0)
    let top = max(rect.y, 0)
    let right = min(rect.maxX, size.width)
    let bottom = min(rect.maxY, size.height)
    guard right > left, bottom > top else { return .empty }
    let side = Int64(tileSize.side)
    let reach = edges == .closed ? 0 : -1 as Int64
    return TileSpan(
      firstColumn: Int32(clamping: left / side),
      endColumn: min(columns, Int32(clamping: (right + reach) / side + 1)),
      firstRow: Int32(clamping: top / side),
      endRow: min(rows, Int32(clamping: (bottom + reach) / side + 1)))
  }
}
