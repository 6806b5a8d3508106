/// Tiles side by side, and one above the other, of a scan whose coefficients are wanted, as though they
/// were all of it.
package struct CoefficientPart: Sendable {
  /// What is to be made of them.
  package let plan: CoefficientPlan
  /// The whole scan's.
  let header: ScanHeader
  let columns: Range<Int>
  let mcus: Range<Int>
  /// The row of MCUs that they begin with.
  let top: Int

  /// Nil where the scan has no such tiles.
  ///
  /// - Parameters:
  ///   - whole: what is to be made of all of it.
  ///   - columns: the tiles', as they are stored.
  ///   - rows: the tiles', as they are stored.
  ///   - index: of the scan, for tiles of the same side and counted alike.
  package init?(
    of whole: CoefficientPlan, columns: Range<Int>, rows: Range<Int>, by index: ScanIndex
  ) {
    guard columns.lowerBound >= 0, columns.upperBound <= whole.columns, !columns.isEmpty,
      rows.lowerBound >= 0, rows.upperBound <= whole.rows, !rows.isEmpty
    else { return nil }
    header = whole.header
    self.columns = columns
    mcus = index.mcus(of: columns)
    top = max(0, rows.lowerBound * whole.tileDown - whole.leadDown)
    let end = min(header.mcusDown, rows.upperBound * whole.tileDown - whole.leadDown)
    plan = CoefficientPlan(
      header.part(mcus, top..<end), turn: whole.turn, steps: whole.steps,
      tileSide: whole.tileSide, quartersChroma: whole.quartersChroma)
  }
}

extension ScanHeader {
  /// That of some of its MCUs by themselves.
  fileprivate func part(_ columns: Range<Int>, _ rows: Range<Int>) -> ScanHeader {
    let (across, down) = (across, down)
    let width = min(width, columns.upperBound * 8 * across) - columns.lowerBound * 8 * across
    let height = min(height, rows.upperBound * 8 * down) - rows.lowerBound * 8 * down
    let parts = components.enumerated().map { index, component in
      ScanComponent(
        across: component.across, down: component.down, steps: component.steps,
        stepsTable: component.stepsTable, dcTable: component.dcTable,
        acTable: component.acTable, width: index == 0 ? width : (width + across - 1) / across,
        height: index == 0 ? height : (height + down - 1) / down)
    }
    return ScanHeader(
      width: width, height: height, components: parts, dcSpecifications: dcSpecifications,
      acSpecifications: acSpecifications, restartInterval: restartInterval,
      scanOffset: scanOffset)
  }
}

extension CoefficientReader {
  /// Reads a part's row of tiles, wherever in the scan it lies.
  ///
  /// - Parameters:
  ///   - row: which one of the part's, from 0.
  ///   - part: whose reader this is.
  ///   - index: of the whole scan.
  ///   - input: the file from a byte of the scan on.
  ///   - target: gets it.
  /// - Returns: false where the index has no such tiles.
  /// - Throws: ``ScanIrregular``, or why the file can't be read.
  package mutating func read(
    row: Int, of part: CoefficientPart, by index: ScanIndex, from input: (Int) -> any ScanInput,
    into target: CoefficientRow
  ) throws -> Bool {
    target.clear(for: row, of: plan)
    for mcuRow in target.mcuRows {
      let wholeRow = part.top + mcuRow
      guard let (mark, place) = index.mark(column: part.columns.lowerBound, mcuRow: wholeRow)
      else { return false }
      cursor = ScanCursor(
        part.header, input(place.stored),
        before: wholeRow * part.header.mcusAcross + part.mcus.lowerBound, mark.predictors)
      sliding.clear()
      sliding.position = mark.position - place.plain * 8
      try cursor.fill(sliding.window, upTo: sliding.position)
      try readRow(mcuRow, target)
    }
    return true
  }
}
