import Pixels
import SeededNumbers
import Testing
import TileGeometry

@testable import Cutter

@Suite struct BandScheduleTests {
  /// Runs a whole cut without pixels, up to three tiles in hand at a time and worked off in any
  /// order, as threads do; answers how often each tile was written.
  private func run(_ geometry: BandGeometry, seed: UInt64) -> [TileAddress: Int] {
    var numbers = SplitMix(seed: seed)
    var schedule = BandSchedule(geometry)
    var written: [TileAddress: Int] = [:]
    var held: [BandSchedule.Tile] = []
    var next = 0
    while !schedule.isOver {
      let before = next
      if next < geometry.levels[0].down.tiles, held.isEmpty || numbers.bool(),
        schedule.startFilling(row: next)
      {
        schedule.finishFilling(level: 0, row: next)
        next += 1
      }
      while held.count < 3, held.isEmpty || numbers.bool(), let tile = schedule.take() {
        held.append(tile)
      }
      guard !held.isEmpty else {
        if next > before { continue }
        Issue.record("nothing can be done, and \(schedule.tilesLeft) tiles are left")
        break
      }
      let tile = held.remove(at: numbers.int(0...held.count - 1))
      if tile.level + 1 < geometry.levels.count, let row = schedule.shrunk(tile) {
        schedule.finishFilling(level: tile.level + 1, row: row)
      }
      let address = geometry.address(level: tile.level, column: tile.column, row: tile.row)
      written[address, default: 0] += 1
      schedule.finish(tile)
    }
    return written
  }

  @Test(arguments: 1...60)
  func `every tile is written once, whatever the size and however the image lies`(
    _ seed: Int
  ) throws {
    var numbers = SplitMix(seed: UInt64(seed))
    let stored = try #require(
      ImageSize(width: Int64(numbers.int(1...2500)), height: Int64(numbers.int(1...2500))))
    let orientation = try #require(Orientation(exif: numbers.int(1...8)))
    let tileSize = try #require(TileSize([128, 256, 512][numbers.int(0...2)]))
    let geometry = BandGeometry(stored: stored, orientation: orientation, tileSize: tileSize)
    let written = run(geometry, seed: UInt64(seed) &+ 1000)

    let upright =
      orientation.swapsAxes ? ImageSize(width: stored.height, height: stored.width) : stored
    let ladder = Ladder(imageSize: try #require(upright), tileSize: tileSize)
    var wanted = 0
    for level in (0..<ladder.count).compactMap({ ladder.level(at: $0) }) {
      for row in 0..<level.rows {
        for column in 0..<level.columns {
          wanted += 1
          let address = TileAddress(reduction: level.reduction, column: column, row: row)
          #expect(written[address] == 1, "\(address)")
        }
      }
    }
    #expect(written.count == wanted && wanted == geometry.tileCount)
  }

  @Test func `a third row waits until one of two bands is free`() throws {
    let size = try #require(ImageSize(width: 256, height: 2048))
    let geometry = BandGeometry(
      stored: size, orientation: .upright, tileSize: try #require(TileSize(256)))
    var schedule = BandSchedule(geometry)
    for row in 0...1 {
      let isFree = schedule.startFilling(row: row)
      #expect(isFree)
      schedule.finishFilling(level: 0, row: row)
    }
    let isFree = schedule.startFilling(row: 2)
    #expect(!isFree)
    let tiles = [schedule.take(), schedule.take()].compactMap(\.self)
    let first = try #require(tiles.first { $0.row == 0 })
    let row = schedule.shrunk(first)
    #expect(tiles.count == 2 && row == nil)
    schedule.finish(first)
    let isFreed = schedule.startFilling(row: 2)
    #expect(isFreed)
  }

  @Test func `a failure ends the cut, and the first one is kept`() throws {
    struct Refused: Error {}
    let size = try #require(ImageSize(width: 10, height: 10))
    var schedule = BandSchedule(
      BandGeometry(stored: size, orientation: .upright, tileSize: try #require(TileSize(256))))
    #expect(!schedule.isOver)
    schedule.failure = Refused()
    #expect(schedule.isOver)
  }
}
