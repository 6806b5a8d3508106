/// Which band holds what, and which tiles may be worked on: the state that the threads of one cut
/// share, without any pixels.
///
/// Every level has room for two rows of tiles, so that one is filled while the one before is worked
/// off; whatever the image's height, no more is ever held.
struct BandSchedule {
  struct Tile: Equatable {
    let level: Int
    let row: Int
    let column: Int
  }

  private enum Phase: Equatable {
    case free
    /// So many finer tiles are still to be shrunk into it; the finest level has its one producer.
    case filling(missing: Int)
    case full
    case working(left: Int)
  }

  private struct LevelState {
    var bands: [(row: Int, phase: Phase)] = [(0, .free), (1, .free)]
    /// The next row whose tiles are to be worked on; rows come in stored order.
    var next = 0
    var waiting: [Tile] = []
  }

  private let geometry: BandGeometry
  /// What a row is filled with, where several threads do it.
  var pieces = SharedPieces()
  private var levels: [LevelState]
  private(set) var tilesLeft: Int
  /// Why the cut must stop; the first reason is kept.
  var failure: (any Error)?

  init(_ geometry: BandGeometry) {
    self.geometry = geometry
    levels = geometry.levels.map { _ in LevelState() }
    tilesLeft = geometry.tileCount
  }

  var isOver: Bool { failure != nil || tilesLeft == 0 }

  /// Takes the finest level's band for a row, if it is free.
  mutating func startFilling(row: Int) -> Bool {
    guard levels[0].bands[row % 2].phase == .free else { return false }
    levels[0].bands[row % 2] = (row, .filling(missing: 1))
    return true
  }

  /// The row is whole, edges padded: its tiles may be worked on.
  mutating func finishFilling(level: Int, row: Int) {
    levels[level].bands[row % 2].phase = .full
    advance(level)
  }

  /// A tile to work on, of the coarsest level that has one: what frees a band comes first.
  mutating func take() -> Tile? {
    for level in levels.indices.reversed() {
      if let tile = levels[level].waiting.popLast() { return tile }
    }
    return nil
  }

  /// Counts a tile as shrunk into the coarser level.
  ///
  /// - Returns: the coarser level's row when nothing is missing from it but its edges.
  mutating func shrunk(_ tile: Tile) -> Int? {
    let coarser = tile.level + 1
    let row = geometry.levels[tile.level].down.destination(
      of: tile.row, in: geometry.levels[coarser].down
    ).tile
    guard case .filling(let missing) = levels[coarser].bands[row % 2].phase else { return nil }
    levels[coarser].bands[row % 2].phase = .filling(missing: missing - 1)
    return missing == 1 ? row : nil
  }

  /// Counts a tile as written; the last one of its row frees the band.
  mutating func finish(_ tile: Tile) {
    tilesLeft -= 1
    guard case .working(let left) = levels[tile.level].bands[tile.row % 2].phase else { return }
    levels[tile.level].bands[tile.row % 2].phase = left == 1 ? .free : .working(left: left - 1)
    if left == 1, tile.level > 0 { advance(tile.level - 1) }
  }

  /// Hands out the tiles of every full row whose place in the coarser level is free.
  private mutating func advance(_ level: Int) {
    let shape = geometry.levels[level]
    while levels[level].next < shape.down.tiles {
      let row = levels[level].next
      guard levels[level].bands[row % 2] == (row, .full), reserve(from: level, row: row) else {
        return
      }
      levels[level].bands[row % 2].phase = .working(left: shape.across.tiles)
      levels[level].waiting += (0..<shape.across.tiles).reversed().map {
        Tile(level: level, row: row, column: $0)
      }
      levels[level].next += 1
    }
  }

  /// Makes sure of a band for what a row shrinks to.
  private mutating func reserve(from level: Int, row: Int) -> Bool {
    guard level + 1 < levels.count else { return true }
    let (fine, coarse) = (geometry.levels[level], geometry.levels[level + 1])
    let target = fine.down.destination(of: row, in: coarse.down).tile
    let band = levels[level + 1].bands[target % 2]
    switch band.phase {
    case .filling: return band.row == target
    case .free:
      let missing = fine.down.sources(of: target, in: coarse.down) * fine.across.tiles
      levels[level + 1].bands[target % 2] = (target, .filling(missing: missing))
      return true
    case .full, .working: return false
    }
  }
}
