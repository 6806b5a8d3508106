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
    for part in target.parts { part.begin() }
    let part = target.parts[0]
    part.window.clear()
    let mcus = index.mcus(of: range)
    let mcuRows = mcuRows(of: row)
    for mcuRow in mcuRows {
      guard
        var position = try move(
          toColumn: range.lowerBound, mcuRow: mcuRow, by: index, from: input, part.window)
      else { return false }
      try readRow(mcuRow, inTile: mcuRow - mcuRows.lowerBound, mcus, part, of: target, &position)
    }
    return true
  }

  /// Reads a part of a row of tiles: one of those that its rows of MCUs are shared out to.
  ///
  /// Other parts of it are read by other readers, at the same time or not.
  ///
  /// - Parameters:
  ///   - number: the part's.
  ///   - row: of tiles.
  ///   - index: of the same scan, for tiles of the same side.
  ///   - input: the file from a byte of the scan on.
  ///   - target: gets it.
  /// - Throws: ``ScanIrregular`` too where the scan is not what the index was made of, or why the file
  ///   can't be read.
  package mutating func read(
    part number: Int, row: Int, by index: ScanIndex, from input: (Int) -> any ScanInput,
    into target: ScanRow
  ) throws {
    let (all, part) = (mcuRows(of: row), target.parts[number])
    let mcuRows =
      all.lowerBound + number * all.count / target.parts.count..<all.lowerBound
      + (number + 1) * all.count / target.parts.count
    part.begin(with: mcuRows.lowerBound - all.lowerBound)
    guard let first = mcuRows.first, let last = mcuRows.last else { return }
    part.window.clear()
    guard
      var position = try move(toColumn: 0, mcuRow: first, by: index, from: input, part.window),
      let begin = index.mark(column: 0, mcuRow: first)?.mark.position
    else { throw ScanIrregular("its index is another scan's") }
    // What lies before the window, in bits of the scan.
    let before = begin - position
    for mcuRow in mcuRows {
      try readRow(
        mcuRow, inTile: mcuRow - all.lowerBound, 0..<header.mcusAcross, part, of: target, &position)
    }
    if last == header.mcusDown - 1 {
      try cursor.finish(part.window, position)
    } else if index.mark(column: 0, mcuRow: last + 1)?.mark
      != ScanIndex.Mark(before + position, cursor.predictors)
    {
      throw ScanIrregular("its index is another scan's")
    }
  }

  /// Goes to where a tile's row of MCUs begins.
  ///
  /// - Parameters:
  ///   - column: of tiles.
  ///   - mcuRow: of the whole scan.
  ///   - index: of the same scan.
  ///   - input: the file from a byte of the scan on.
  ///   - window: gets what comes from there on.
  /// - Returns: the place in bits of the window; nil where the scan has no such place.
  /// - Throws: ``ScanIrregular``, or why the file can't be read.
  private mutating func move(
    toColumn column: Int, mcuRow: Int, by index: ScanIndex, from input: (Int) -> any ScanInput,
    _ window: ScanWindow
  ) throws -> Int? {
    guard let (mark, place) = index.mark(column: column, mcuRow: mcuRow) else { return nil }
    cursor = ScanCursor(
      header, input(place.stored),
      before: mcuRow * header.mcusAcross + index.mcus(of: column..<column + 1).lowerBound,
      mark.predictors)
    // Behind what the rows above were made of, and more that came with it.
    let position = (window.count - place.plain) * 8 + mark.position
    try cursor.fill(window, upTo: position)
    return position
  }
}
