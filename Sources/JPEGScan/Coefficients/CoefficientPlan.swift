/// What is made of a scan's coefficients: tiles that have them by steps of their own, and turned.
///
/// Places are those of the scan as it is stored, unless they are said to be turned. A side that is
/// mirrored is counted from its end, so that its first tile may begin with MCUs that are not there.
package struct CoefficientPlan: Sendable {
  let header: ScanHeader
  let tileSide: Int
  let turn: BlockTurn
  /// The steps of tiles, none finer than the scan's, by component and in zigzag order.
  let steps: [[UInt16]]
  let quartersChroma: Bool

  /// MCUs side by side in a tile, and one above the other.
  let tileAcross: Int
  let tileDown: Int
  /// MCUs that the first tile lacks, side by side and one above the other.
  let leadAcross: Int
  let leadDown: Int

  /// Tiles in a row, and rows of them.
  package let columns: Int
  package let rows: Int

  /// - Parameters:
  ///   - header: of the scan, which can be turned so.
  ///   - turn: how tiles are to be turned.
  ///   - steps: of tiles, none finer than the scan's, by component and in zigzag order; nil for the
  ///     scan's own.
  ///   - tileSide: a multiple of an MCU's sides, in pixels.
  ///   - quartersChroma: whether the next level has one chroma sample for four pixels.
  package init(
    _ header: ScanHeader, turn: BlockTurn, steps: [[UInt16]]?, tileSide: Int, quartersChroma: Bool
  ) {
    self.header = header
    self.turn = turn
    self.tileSide = tileSide
    self.quartersChroma = quartersChroma
    self.steps = steps ?? header.components.map(\.steps)
    tileAcross = tileSide / (8 * header.across)
    tileDown = tileSide / (8 * header.down)
    columns = (header.mcusAcross + tileAcross - 1) / tileAcross
    rows = (header.mcusDown + tileDown - 1) / tileDown
    leadAcross = turn.mirrorsColumns ? columns * tileAcross - header.mcusAcross : 0
    leadDown = turn.mirrorsRows ? rows * tileDown - header.mcusDown : 0
  }

  /// The header of a tile.
  ///
  /// - Parameters:
  ///   - differences: the codes of DC, by table.
  ///   - coefficients: the codes of AC, by table.
  /// - Returns: one with other steps, codes and sides than the scan's.
  func tileHeader(
    differences: [HuffmanSpecification], coefficients: [HuffmanSpecification]
  ) -> ScanHeader {
    let turned = steps.map { steps in
      var turned = steps
      for place in 0..<64 { turned[turn.target(of: place).place] = steps[place] }
      return turned
    }
    let components = header.components.enumerated().map { index, component in
      ScanComponent(
        across: turn.swapsAxes ? component.down : component.across,
        down: turn.swapsAxes ? component.across : component.down, steps: turned[index],
        stepsTable: turned.firstIndex(of: turned[index]) ?? index, dcTable: min(index, 1),
        acTable: min(index, 1), width: tileSide, height: tileSide)
    }
    return ScanHeader(
      width: tileSide, height: tileSide, components: components, dcSpecifications: differences,
      acSpecifications: coefficients, restartInterval: 0, scanOffset: 0)
  }
}
