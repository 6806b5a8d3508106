/// A block of neighbouring tiles of one level: half-open in both directions.
package struct TileSpan: Equatable, Hashable, Sendable {
  package var firstColumn: Int32
  package var endColumn: Int32
  package var firstRow: Int32
  package var endRow: Int32

  package static let empty = TileSpan(firstColumn: 0, endColumn: 0, firstRow: 0, endRow: 0)

  package init(firstColumn: Int32, endColumn: Int32, firstRow: Int32, endRow: Int32) {
    self.firstColumn = firstColumn
    self.endColumn = endColumn
    self.firstRow = firstRow
    self.endRow = endRow
  }

  package var columnCount: Int64 { max(0, Int64(endColumn) - Int64(firstColumn)) }
  package var rowCount: Int64 { max(0, Int64(endRow) - Int64(firstRow)) }
  // 2^31 by 2^31 at most: it can't wrap. A checked 64-bit product would need 128 bits, which
  // WebAssembly doesn't have.
  package var count: Int64 { columnCount &* rowCount }
  package var isEmpty: Bool { count == 0 }

  package func contains(column: Int32, row: Int32) -> Bool {
    column >= firstColumn && column < endColumn && row >= firstRow && row < endRow
  }

  /// This block with `rings` more tiles on every side, as far as the grid goes.
  package func widened(by rings: Int32, within level: Level) -> TileSpan {
    guard !isEmpty, rings > 0 else { return self }
    return TileSpan(
      firstColumn: firstColumn - min(rings, firstColumn),
      endColumn: endColumn + min(rings, level.columns - endColumn),
      firstRow: firstRow - min(rings, firstRow),
      endRow: endRow + min(rings, level.rows - endRow))
  }
}
