import SeededNumbers
import Testing

@testable import JPEGScan

/// Tiles of a part of a scan, read by themselves, are those that are read in order.
@Suite struct CoefficientPartTests {
  private static func bytes(
    _ coder: TileCoder, column: Int, of row: CoefficientRow, _ codes: TileCodes
  ) throws -> [UInt8] {
    var tile: [UInt8] = []
    try coder.encode(column: column, of: row, codes: codes) { bytes in
      for index in bytes.indices { tile.append(bytes[index]) }
    }
    return tile
  }

  /// The samples of a row's planes, those of some columns of tiles.
  private static func samples(
    _ row: CoefficientRow, _ plan: CoefficientPlan, columns: Range<Int>
  ) -> [[UInt8]] {
    let shrinkings = Shrinking.all(of: plan.header, quartersChroma: plan.quartersChroma)
    return zip(row.shrunk.planes, plan.header.components).enumerated().map { index, part in
      let (plane, component) = part
      let (across, down) = (shrinkings[index].columns, shrinkings[index].rows)
      let perTile = plan.tileAcross * component.across * across
      // What is no picture is left as it was.
      let lead = plan.leadAcross * component.across * across
      let end = lead + plan.header.mcusAcross * component.across * across
      let first = (row.mcuRows.lowerBound - row.top) * component.down * down
      return (first..<first + row.mcuRows.count * component.down * down).flatMap { y in
        (max(lead, columns.lowerBound * perTile)..<min(end, columns.upperBound * perTile)).map {
          unsafe plane.base[y * plane.stride + $0]
        }
      }
    }
  }

  @Test(arguments: 1...32)
  func `a part's tiles, and its part of the next level, are those of the whole`(seed: Int) throws {
    var numbers = SplitMix(seed: UInt64(seed))
    let shape = ScanTests.shapes[seed % 5]
    let turn = BlockTurn(
      mirrorsColumns: seed & 1 > 0, mirrorsRows: seed & 2 > 0, swapsAxes: seed & 4 > 0)
    let side = [16, 32, 64][numbers.int(0...2)]
    var (width, height) = (numbers.int(20...300), numbers.int(20...200))
    if turn.mirrorsColumns { width = width / 16 * 16 }
    if turn.mirrorsRows { height = height / 16 * 16 }
    let picture = ScanTests.picture(
      &numbers, width: width, height: height, across: shape.across, down: shape.down,
      count: shape.count, restart: [0, 0, 1, 3, 7, 250][numbers.int(0...5)])
    let file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .steep(ScanTests.coefficientSymbols))
    guard case .header(let header) = try ScanHeader.read(file) else { return }
    func input(at offset: Int) -> ScanTests.MemoryInput {
      ScanTests.MemoryInput(
        rest: file[(header.scanOffset + offset)...], piece: seed % 3 == 0 ? 700 : .max)
    }
    let steps = seed % 2 == 0 ? nil : header.components.map { $0.steps.map { min($0 * 3, 255) } }
    let plan = CoefficientPlan(
      header, turn: turn, steps: steps, tileSide: side, quartersChroma: seed % 4 == 0)
    var means = try MeanReader(
      header, input(at: 0), quartersChroma: false, indexing: side,
      isMirrored: turn.mirrorsColumns, parts: numbers.int(1...4))
    while try means.readStrip() {}
    let index = try #require(means.index)

    // As it is read in order, and coded by the codes of its first row.
    var reader = try CoefficientReader(plan, input(at: 0))
    let rows = (0..<plan.rows).map { _ in CoefficientRow(plan) }
    for row in rows.indices { try reader.read(row: row, into: rows[row]) }
    let coder = TileCoder(plan)
    let codes = coder.learn(from: rows[0])

    for _ in 0..<6 {
      let (left, top) = (numbers.int(0...plan.columns - 1), numbers.int(0...plan.rows - 1))
      let columns = left..<numbers.int(left + 1...plan.columns)
      let range = top..<numbers.int(top + 1...plan.rows)
      let part = try #require(
        CoefficientPart(of: plan, columns: columns, rows: range, by: index))
      #expect((part.plan.columns, part.plan.rows) == (columns.count, range.count))
      var reader = CoefficientReader(of: part, like: reader)
      let (target, own) = (CoefficientRow(part.plan), TileCoder(part.plan))
      for row in range.indices {
        let isThere = try reader.read(
          row: row - top, of: part, by: index, from: input(at:), into: target)
        #expect(isThere)
        for column in columns {
          let wanted = try Self.bytes(coder, column: column, of: rows[row], codes)
          #expect(try Self.bytes(own, column: column - left, of: target, codes) == wanted)
        }
        #expect(
          Self.samples(target, part.plan, columns: 0..<columns.count)
            == Self.samples(rows[row], plan, columns: columns))
      }
    }
    for (columns, range) in [(-1..<1, 0..<1), (0..<plan.columns + 1, 0..<1), (0..<1, -1..<1)] {
      #expect(CoefficientPart(of: plan, columns: columns, rows: range, by: index) == nil)
    }
  }
}
