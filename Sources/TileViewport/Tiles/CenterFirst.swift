/// Sorting tiles by their distance, in place and without memory of its own.
///
/// Shell's method: a view has some dozens of tiles, where it moves less than a heap would.
enum CenterFirst {
  /// The steps of the passes: Sedgewick's of 1982, 4^k + 3 * 2^(k-1) + 1, for the most that a
  /// list may have.
  ///
  /// Tiles come row by row, nearly sorted already; what a pass costs then is its wrongly foretold
  /// branches, so few passes beat the finer steps that compare least.
  private static let gaps: InlineArray<7, Int> = [4193, 1073, 281, 77, 23, 8, 1]

  static func sort(_ tiles: inout MutableSpan<PlacedTile>, count: Int) {
    var pass = 0
    while pass < gaps.count {
      let gap = gaps[pass]
      pass += 1
      var index = gap
      while index < count {
        let tile = tiles[index]
        var place = index
        while place >= gap {
          let other = tiles[place - gap]
          guard isBefore(tile, other) else { break }
          tiles[place] = other
          place -= gap
        }
        tiles[place] = tile
        index += 1
      }
    }
  }

  /// Unequal distances, nearly all, are told apart by one comparison.
  private static func isBefore(_ a: PlacedTile, _ b: PlacedTile) -> Bool {
    if a.distance < b.distance { return true }
    if a.distance > b.distance { return false }
    return a.row != b.row ? a.row < b.row : a.column < b.column
  }
}
