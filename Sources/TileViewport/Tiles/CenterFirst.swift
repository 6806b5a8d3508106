/// Sorting tiles by their distance, in place and without memory of its own.
///
/// Shell's method: a view has some dozens of tiles, where it moves less than a heap would.
enum CenterFirst {
  /// The steps of the passes.
  ///
  /// Ciura found them by experiment (2001); they go on by a factor of 2.25
  /// for the most that a list may have.
  private static let gaps: InlineArray<11, Int> = [
    7983, 3548, 1577, 701, 301, 132, 57, 23, 10, 4, 1,
  ]

  static func sort(_ tiles: inout MutableSpan<PlacedTile>, count: Int) {
    var pass = 0
    while pass < gaps.count {
      let gap = gaps[pass]
      pass += 1
      var index = gap
      while index < count {
        let tile = tiles[index]
        var place = index
        while place >= gap, isBefore(tile, tiles[place - gap]) {
          tiles[place] = tiles[place - gap]
          place -= gap
        }
        tiles[place] = tile
        index += 1
      }
    }
  }

  private static func isBefore(_ a: PlacedTile, _ b: PlacedTile) -> Bool {
    if a.distance != b.distance { return a.distance < b.distance }
    return a.row != b.row ? a.row < b.row : a.column < b.column
  }
}
