/// Where a tile lies: its level, and its place in that level's grid.
package struct TileAddress: Equatable, Hashable, Sendable {
  package var reduction: Reduction
  package var column: Int32
  package var row: Int32

  package init(reduction: Reduction, column: Int32, row: Int32) {
    self.reduction = reduction
    self.column = column
    self.row = row
  }
}

extension TileAddress {
  /// The tile's name as Apple's PhotoScroller sample files have it: `name_125_column_row`.
  ///
  /// The middle number is the level's scale in thousandths, cut to an integer; it tells levels
  /// apart down to a reduction of 9.
  package func photoScrollerName(of image: String) -> String {
    "\(image)_\(Int64(reduction.scale * 1000))_\(column)_\(row)"
  }
}
