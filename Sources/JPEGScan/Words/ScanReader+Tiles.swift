extension ScanReader {
  /// Reads tiles side by side, wherever in the scan they lie; a reader that does so reads no whole rows.
  ///
  /// - Parameters:
  ///   - range: the tiles' columns.
  ///   - row: the tiles'.
  ///   - index: of the same scan, for tiles of the same side.
  ///   - input: the file from a byte of the scan on.
  ///   - target: a row for as many tiles.
  /// - Returns: false where the scan has no such tiles.
  /// - Throws: ``ScanIrregular``, or why the file can't be read.
  package mutating func read(
    columns range: Range<Int>, row: Int, by index: ScanIndex, from input: (Int) -> any ScanInput,
    into target: ScanRow
  ) throws -> Bool {
    guard (0..<rows).contains(row), range.lowerBound >= 0, range.upperBound <= columns,
      range.count == target.columns
    else { return false }
    let window = target.window
    window.clear()
    target.segments.removeAll(keepingCapacity: true)
    target.starts.removeAll(keepingCapacity: true)
    let mcus = index.mcus(of: range)
    let mcuRows = mcuRows(of: row)
    for mcuRow in mcuRows {
      guard let (mark, place) = index.mark(column: range.lowerBound, mcuRow: mcuRow) else {
        return false
      }
      cursor = ScanCursor(
        header, input(place.stored), before: mcuRow * header.mcusAcross + mcus.lowerBound,
        mark.predictors)
      // Behind what the rows above were made of, and more that came with it.
      var position = (window.count - place.plain) * 8 + mark.position
      try cursor.fill(window, upTo: position)
      try readRow(mcuRow, inTile: mcuRow - mcuRows.lowerBound, mcus, target, &position)
    }
    target.starts.append(target.segments.count)
    return true
  }
}
