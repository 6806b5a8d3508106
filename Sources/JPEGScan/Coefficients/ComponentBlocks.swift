/// Where the blocks of a component of a tile are among those of a row of tiles.
struct ComponentBlocks {
  /// Side by side in an MCU of a tile, turned, and one above the other.
  let across: Int
  let down: Int
  /// Of its DC; that of AC is the next one.
  let table: Int
  private let turn: BlockTurn
  /// In an MCU of the scan.
  private let storedAcross: Int
  private let storedDown: Int
  /// Twos in the number of blocks in an MCU of the scan: 0 or 1.
  private let shiftAcross: Int
  private let shiftDown: Int
  /// How many blocks of other components come before its own in an MCU, and how many are in one.
  private let first: Int
  private let perMCU: Int
  /// Of a tile, as it is stored.
  private let columns: Int
  private let rows: Int
  /// MCUs in a row of the scan, in one of a tile, and those that the first tile lacks.
  private let mcusAcross: Int
  private let tileAcross: Int
  private let leadAcross: Int

  /// Their places in an MCU of a tile, in the order in which they are coded.
  let inMCU: [(x: Int, y: Int)]

  static func all(of plan: CoefficientPlan) -> [ComponentBlocks] {
    plan.header.components.indices.map { ComponentBlocks($0, of: plan) }
  }

  private init(_ index: Int, of plan: CoefficientPlan) {
    let component = plan.header.components[index]
    turn = plan.turn
    storedAcross = component.across
    storedDown = component.down
    shiftAcross = component.across.trailingZeroBitCount
    shiftDown = component.down.trailingZeroBitCount
    across = turn.swapsAxes ? component.down : component.across
    down = turn.swapsAxes ? component.across : component.down
    let across = across
    inMCU = (0..<down).flatMap { y in (0..<across).map { (x: $0, y: y) } }
    table = 2 * min(index, 1)
    first = plan.header.components[..<index].reduce(0) { $0 + $1.across * $1.down }
    perMCU = plan.header.blocks.count
    columns = plan.tileAcross * component.across
    rows = plan.tileDown * component.down
    mcusAcross = plan.header.mcusAcross
    tileAcross = plan.tileAcross
    leadAcross = plan.leadAcross
  }

  /// The block that comes to lie at a place of a tile.
  ///
  /// - Parameters:
  ///   - x: of the tile's blocks, turned.
  ///   - y: of the tile's blocks, turned.
  ///   - column: of tiles.
  ///   - row: of tiles.
  /// - Returns: its number in the row's blocks; nil where the scan has none.
  @inline(__always)
  func block(_ x: Int, _ y: Int, _ column: Int, _ row: CoefficientRow) -> Int? {
    var (x, y) = turn.swapsAxes ? (y, x) : (x, y)
    if turn.mirrorsColumns { x = columns &- 1 &- x }
    if turn.mirrorsRows { y = rows &- 1 &- y }
    let mcu = x &>> shiftAcross &+ column &* tileAcross &- leadAcross
    let mcuRow = y &>> shiftDown &+ row.top
    guard mcu >= 0, mcu < mcusAcross, row.mcuRows.contains(mcuRow) else { return nil }
    let line = (mcuRow &- row.mcuRows.lowerBound) &* mcusAcross
    let inside = (y & (storedDown &- 1)) &<< shiftAcross | x & (storedAcross &- 1)
    return (line &+ mcu) &* perMCU &+ first &+ inside
  }
}
