/// Holds tiles against the scan whose coefficients they say they have, turned or not.
///
/// Tiles are read by their own codes, whatever these are; their steps must be the scan's.
package struct CoefficientComparison {
  /// A block that differs.
  package struct Place: Equatable, Sendable {
    /// 0 for luma, 1 for blue, 2 for red.
    package let component: Int
    /// Of the tile's blocks.
    package let x: Int
    package let y: Int
  }

  private let plan: CoefficientPlan
  private let blocks: [ComponentBlocks]
  private let turned: TurnedBlock
  /// What a tile's steps and samplings must be.
  private let wanted: [ScanComponent]

  /// - Parameter plan: whose steps are the scan's own.
  package init(_ plan: CoefficientPlan) {
    self.plan = plan
    blocks = ComponentBlocks.all(of: plan)
    turned = TurnedBlock(plan.turn)
    wanted = plan.tileHeader(differences: [], coefficients: []).components
  }

  /// What came of a tile.
  package struct Finding: Equatable, Sendable {
    /// Blocks that the scan has, and those of them that differ.
    package fileprivate(set) var blocks = 0
    package fileprivate(set) var different = 0
    package fileprivate(set) var first: Place?
  }

  /// Compares a tile.
  ///
  /// - Parameters:
  ///   - tile: a stream of its own.
  ///   - column: the tile's, as the scan is stored.
  ///   - row: what was read of its row of tiles.
  /// - Returns: what was found.
  /// - Throws: ``ScanIrregular`` for a tile that can't be read, or is sampled otherwise.
  package func compare(_ tile: [UInt8], column: Int, of row: CoefficientRow) throws -> Finding {
    guard case .header(let header) = try ScanHeader.read(tile) else {
      throw ScanIrregular("its head ends too early")
    }
    guard header.width == plan.tileSide, header.height == plan.tileSide,
      header.components.map(\.across) == wanted.map(\.across),
      header.components.map(\.down) == wanted.map(\.down)
    else { throw ScanIrregular("its size or its sampling is another one") }
    let own = CoefficientPlan(
      header, turn: .none, steps: nil, tileSide: plan.tileSide, quartersChroma: false)
    let read = CoefficientRow(own)
    var reader = try CoefficientReader(own, Input(bytes: tile, place: header.scanOffset))
    try reader.read(row: 0, into: read)
    let hasSteps = header.components.map(\.steps) == wanted.map(\.steps)
    return compare(read, column: column, of: row, hasSteps: hasSteps)
  }

  private func compare(
    _ tile: CoefficientRow, column: Int, of row: CoefficientRow, hasSteps: Bool
  ) -> Finding {
    var finding = Finding()
    var number = 0
    let swaps = plan.turn.swapsAxes
    let (across, down) =
      swaps ? (plan.tileDown, plan.tileAcross) : (plan.tileAcross, plan.tileDown)
    for mcuRow in 0..<down {
      for mcu in 0..<across {
        for (component, blocks) in blocks.enumerated() {
          for inside in blocks.inMCU {
            defer { number += 1 }
            let (x, y) = (mcu * blocks.across + inside.x, mcuRow * blocks.down + inside.y)
            guard let block = blocks.block(x, y, column, row) else { continue }
            finding.blocks += 1
            guard !hasSteps || !isEqual(tile, number, row, block) else { continue }
            finding.different += 1
            finding.first = finding.first ?? Place(component: component, x: x, y: y)
          }
        }
      }
    }
    return finding
  }

  /// Whether a block of a tile is one of the scan, turned.
  private func isEqual(
    _ tile: CoefficientRow, _ number: Int, _ row: CoefficientRow, _ block: Int
  ) -> Bool {
    let first = Int(unsafe tile.starts[number])
    let start = Int(unsafe row.starts[block])
    let count = Int(unsafe row.starts[block + 1]) - start
    guard Int(unsafe tile.starts[number + 1]) - first == count else { return false }
    let wanted = unsafe turned.turn(UnsafePointer(row.coefficients + start), count: count)
    return (0..<count).allSatisfy { index in
      let found = unsafe tile.coefficients[first + index]
      return unsafe found.place == wanted[index].place && found.value == wanted[index].value
    }
  }

  private struct Input: ScanInput {
    let bytes: [UInt8]
    var place: Int

    mutating func read(into buffer: inout MutableRawSpan) -> Int {
      let count = min(buffer.byteCount, bytes.count - place)
      for index in 0..<count {
        buffer.storeBytes(of: bytes[place + index], toByteOffset: index, as: UInt8.self)
      }
      place += count
      return count
    }
  }
}

extension CoefficientPlan {
  /// Blocks of a component in a turned tile.
  ///
  /// - Parameter component: 0 for luma.
  /// - Returns: how many lie side by side, and one above the other.
  package func blocks(inTile component: Int) -> (across: Int, down: Int) {
    let stored = header.components[component]
    let (across, down) = (tileAcross * stored.across, tileDown * stored.down)
    return turn.swapsAxes ? (down, across) : (across, down)
  }

  /// The tile of the scan, as it is stored, that a tile of the turned image is made of.
  ///
  /// - Parameters:
  ///   - column: in the turned image.
  ///   - row: in the turned image.
  /// - Returns: its place.
  package func storedTile(column: Int, row: Int) -> (column: Int, row: Int) {
    let (x, y) = turn.swapsAxes ? (row, column) : (column, row)
    return (
      turn.mirrorsColumns ? columns - 1 - x : x, turn.mirrorsRows ? rows - 1 - y : y
    )
  }
}
