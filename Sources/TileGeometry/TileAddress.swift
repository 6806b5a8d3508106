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
