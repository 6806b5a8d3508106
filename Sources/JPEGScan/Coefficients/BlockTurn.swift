/// How blocks, and the pixels in them, are turned: columns mirrored, rows mirrored, then axes swapped.
package struct BlockTurn: Equatable, Sendable {
  package let mirrorsColumns: Bool
  package let mirrorsRows: Bool
  package let swapsAxes: Bool

  package static let none = BlockTurn(mirrorsColumns: false, mirrorsRows: false, swapsAxes: false)

  package init(mirrorsColumns: Bool, mirrorsRows: Bool, swapsAxes: Bool) {
    self.mirrorsColumns = mirrorsColumns
    self.mirrorsRows = mirrorsRows
    self.swapsAxes = swapsAxes
  }

  /// Where a coefficient goes, and whether its sign changes: a mirrored cosine of odd frequency is the
  /// same one upside down.
  ///
  /// - Parameter place: in zigzag order.
  /// - Returns: the place where it goes.
  func target(of place: Int) -> (place: Int, isNegated: Bool) {
    let (u, v) = (Zigzag.places[place] % 8, Zigzag.places[place] / 8)
    let isNegated = (mirrorsColumns && u % 2 == 1) != (mirrorsRows && v % 2 == 1)
    return (swapsAxes ? Zigzag.order[u * 8 + v] : place, isNegated)
  }
}

extension ScanHeader {
  /// Why its blocks can't be turned as they are: a side that is mirrored begins where it ended, so that
  /// an MCU which is not all picture would leave a gap.
  ///
  /// - Parameter turn: how they are to be turned.
  /// - Returns: which mirrored side is no multiple of an MCU's; nil where all are.
  package func obstacle(to turn: BlockTurn) -> String? {
    if turn.mirrorsColumns, width % (8 * across) != 0 {
      return "its width is no multiple of \(8 * across)"
    }
    if turn.mirrorsRows, height % (8 * down) != 0 {
      return "its height is no multiple of \(8 * down)"
    }
    return nil
  }
}
