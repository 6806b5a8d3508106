/// Sorting tiles by their distance, in place and without memory of its own.
enum CenterFirst {
  /// Below this many, inserting beats a heap.
  private static let few = 12

  static func sort(_ tiles: inout MutableSpan<PlacedTile>, count: Int) {
    guard count > few else {
      insert(&tiles, count: count)
      return
    }
    var start = count / 2
    while start > 0 {
      start -= 1
      sink(&tiles, from: start, count: count)
    }
    var end = count
    while end > 1 {
      end -= 1
      tiles.swapAt(0, end)
      sink(&tiles, from: 0, count: end)
    }
  }

  private static func isBefore(_ a: PlacedTile, _ b: PlacedTile) -> Bool {
    if a.distance != b.distance { return a.distance < b.distance }
    return a.row != b.row ? a.row < b.row : a.column < b.column
  }

  private static func insert(_ tiles: inout MutableSpan<PlacedTile>, count: Int) {
    var index = 1
    while index < count {
      let tile = tiles[index]
      var place = index
      while place > 0, isBefore(tile, tiles[place - 1]) {
        tiles[place] = tiles[place - 1]
        place -= 1
      }
      tiles[place] = tile
      index += 1
    }
  }

  /// Lets a tile sink to its place in a heap with the farthest on top.
  private static func sink(_ tiles: inout MutableSpan<PlacedTile>, from start: Int, count: Int) {
    let tile = tiles[start]
    var place = start
    while 2 * place + 1 < count {
      var child = 2 * place + 1
      if child + 1 < count, isBefore(tiles[child], tiles[child + 1]) { child += 1 }
      guard isBefore(tile, tiles[child]) else { break }
      tiles[place] = tiles[child]
      place = child
    }
    tiles[place] = tile
  }
}
