/// Makes JPEG tiles of a scan's coefficients.
///
/// One thread at a time uses a coder: who lends them out sees to that, which `@unchecked Sendable`
/// rests on.
@safe
package final class TileCoder: @unchecked Sendable {
  private let plan: CoefficientPlan
  private let components: [ComponentBlocks]
  /// Nil where blocks stay as they are.
  private let turned: TurnedBlock?
  private let stream = TileScan()

  /// As many tiles of a row as are looked at for codes.
  private static let samples = 8

  package init(_ plan: CoefficientPlan) {
    self.plan = plan
    components = ComponentBlocks.all(of: plan)
    turned = plan.turn == .none ? nil : TurnedBlock(plan.turn)
  }

  /// A tile as a stream of its own.
  ///
  /// - Parameters:
  ///   - column: the tile's, as it is stored.
  ///   - row: what was read of its row of tiles.
  ///   - codes: what was learnt of tiles like it.
  ///   - body: given the bytes, which live until it returns.
  /// - Throws: what the closure says.
  package func encode(
    column: Int, of row: CoefficientRow, codes: TileCodes, body: (Span<UInt8>) throws -> Void
  ) throws {
    if !write(column, of: row, codes) {
      // A coefficient that no picture has: the tile gets codes of its own.
      var statistics = HuffmanStatistics(tables: 4)
      count([column], of: row, into: &statistics)
      _ = write(column, of: row, TileCodes(statistics, plan, isComplete: true))
    }
    try stream.show(to: body)
  }

  /// Learns codes from some tiles of a row.
  ///
  /// - Parameter row: all of which was read.
  /// - Returns: codes for it, and for those after it.
  package func learn(from row: CoefficientRow) -> TileCodes {
    let samples = min(Self.samples, plan.columns)
    var statistics = HuffmanStatistics(tables: 4)
    count(
      (0..<samples).map { (2 * $0 + 1) * plan.columns / (2 * samples) }, of: row,
      into: &statistics)
    return TileCodes(statistics, plan)
  }

  /// Adds the symbols of tiles, but for what fills them up.
  private func count(
    _ columns: [Int], of row: CoefficientRow, into statistics: inout HuffmanStatistics
  ) {
    unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 4 * 256) { counts in
      guard let base = counts.baseAddress else { return }
      unsafe counts.initialize(repeating: 0)
      var counter = unsafe SymbolCounter(counts: base)
      for column in columns { unsafe take(column, of: row, isFilledUp: false, &counter) }
      for table in 0..<4 {
        unsafe statistics.add(
          UnsafeBufferPointer(rebasing: counts[(256 * table)..<(256 * table + 256)]), to: table)
      }
    }
  }

  /// - Returns: false where the codes lack a word.
  private func write(_ column: Int, of row: CoefficientRow, _ codes: TileCodes) -> Bool {
    var isWhole = true
    unsafe stream.make(head: codes.head, bitBound: bitBound(column, of: row)) { bits in
      unsafe codes.withEntries { words, small in
        var writer = unsafe SymbolWriter(words, small: small, bits)
        unsafe take(column, of: row, isFilledUp: true, &writer)
        unsafe bits = unsafe writer.bits
        isWhole = unsafe !writer.lacksWord
      }
    }
    return isWhole
  }

  /// How many bits a tile comes to at most.
  private func bitBound(_ column: Int, of row: CoefficientRow) -> Int {
    let perMCU = plan.header.blocks.count
    let first = max(0, column * plan.tileAcross - plan.leadAcross)
    let end = min(plan.header.mcusAcross, (column + 1) * plan.tileAcross - plan.leadAcross)
    var coefficients = 0
    for mcuRow in row.mcuRows {
      let line = (mcuRow - row.mcuRows.lowerBound) * plan.header.mcusAcross
      coefficients += Int(
        unsafe row.starts[(line + end) * perMCU] - row.starts[(line + first) * perMCU])
    }
    // Of a coefficient: a word and ten bits; of a block: those of its DC, three words for sixteen
    // zeros, and one for its end.
    return coefficients * 26 + plan.tileAcross * plan.tileDown * perMCU * (27 + 4 * 16)
  }

  /// Takes a tile's blocks in the order in which they are coded.
  @inline(__always)
  private func take<Taker: SymbolTaker>(
    _ column: Int, of row: CoefficientRow, isFilledUp: Bool, _ taker: inout Taker
  ) {
    let swaps = plan.turn.swapsAxes
    let (across, down) =
      swaps ? (plan.tileDown, plan.tileAcross) : (plan.tileAcross, plan.tileDown)
    var last = InlineArray<3, Int32>(repeating: 0)
    for mcuRow in 0..<down {
      for mcu in 0..<across {
        for index in components.indices {
          let blocks = components[index]
          for inside in blocks.inMCU {
            let x = mcu &* blocks.across &+ inside.x
            let y = mcuRow &* blocks.down &+ inside.y
            guard let block = blocks.block(x, y, column, row) else {
              if isFilledUp { taker.takeFlat(table: blocks.table) }
              continue
            }
            let start = Int(unsafe row.starts[block])
            let count = Int(unsafe row.starts[block &+ 1]) &- start
            var source = unsafe UnsafePointer(row.coefficients + start)
            if let turned { unsafe source = unsafe turned.turn(source, count: count) }
            unsafe taker.take(source, count: count, table: blocks.table, last: &last[index])
          }
        }
      }
    }
  }
}
