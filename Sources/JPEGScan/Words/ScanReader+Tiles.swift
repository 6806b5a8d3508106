extension ScanReader {
  /// Reads one tile, wherever in the scan it lies; a reader that does so reads no rows of them.
  ///
  /// - Parameters:
  ///   - column: the tile's.
  ///   - row: the tile's.
  ///   - index: of the same scan, for tiles of the same side.
  ///   - input: the file from a byte of the scan on.
  ///   - target: a row for one tile.
  /// - Returns: false where the scan has no such tile.
  /// - Throws: ``ScanIrregular``, or why the file can't be read.
  package mutating func read(
    column: Int, row: Int, by index: ScanIndex, from input: (Int) -> any ScanInput,
    into target: ScanRow
  ) throws -> Bool {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return false }
    let window = target.window
    window.clear()
    target.segments.removeAll(keepingCapacity: true)
    target.starts.removeAll(keepingCapacity: true)
    let first = column * index.tileAcross
    let mcus = first..<min(first + index.tileAcross, header.mcusAcross)
    let mcuRows = mcuRows(of: row)
    for mcuRow in mcuRows {
      guard let (mark, place) = index.mark(column: column, mcuRow: mcuRow) else { return false }
      cursor = ScanCursor(
        header, input(place.stored), before: mcuRow * header.mcusAcross + first, mark.predictors)
      // Behind what the rows above were made of, and more that came with it.
      var position = (window.count - place.plain) * 8 + mark.position
      try cursor.fill(window, upTo: position)
      try readRow(mcuRow, inTile: mcuRow - mcuRows.lowerBound, mcus, target, &position)
    }
    target.starts.append(target.segments.count)
    return true
  }
}
