import DecoderChildren
import Pixels
import Testing
import TileGeometry

@testable import Cutter

@Suite struct WishedPartTests {
  private func part(
    _ level: Int32, _ column: Int32, _ row: Int32, width: Int = 2200, height: Int = 1100
  ) throws -> WishedPart? {
    let address = TileAddress(reduction: Reduction(clamping: level), column: column, row: row)
    return WishedPart(
      try #require(TileWish(address)), width: width, height: height, tileSide: 256)
  }

  @Test func `a tile inside is made of what lies below it`() throws {
    let part = try #require(try part(1, 2, 1))
    #expect((part.columns, part.rows) == (4..<6, 2..<4))
    #expect(part.size == ImageSize(width: 512, height: 512))
    #expect(part.tile == TileAddress(reduction: Reduction(clamping: 1), column: 0, row: 0))
  }

  @Test func `a tile at the edge is made of less`() throws {
    let part = try #require(try part(2, 1, 1))
    #expect((part.columns, part.rows) == (4..<8, 4..<5))
    #expect(part.size == ImageSize(width: 1024, height: 76))
  }

  /// A part of few pixels has no level as coarse as the tile's.
  @Test func `a small tile in the corner is cut with its neighbour`() throws {
    let part = try #require(try part(2, 2, 1))
    #expect((part.columns, part.rows) == (4..<9, 4..<5))
    #expect(part.tile == TileAddress(reduction: Reduction(clamping: 2), column: 1, row: 0))
    let below = try #require(try self.part(1, 0, 2, width: 200))
    #expect((below.columns, below.rows) == (0..<1, 2..<5))
    #expect(below.tile == TileAddress(reduction: Reduction(clamping: 1), column: 0, row: 1))
  }

  @Test func `every part has the level of its tile, and the tile as large as it is`() throws {
    let picture = BandGeometry(
      stored: try #require(ImageSize(width: 2200, height: 1100)), orientation: .upright,
      tileSize: .standard)
    for level in 0..<3 {
      let (across, down) = (picture.levels[level].across, picture.levels[level].down)
      for (column, row) in (0..<across.tiles).flatMap({ x in (0..<down.tiles).map { (x, $0) } }) {
        let part = try #require(try part(Int32(level), Int32(column), Int32(row)))
        let own = BandGeometry(stored: part.size, orientation: .upright, tileSize: .standard)
        try #require(own.levels.count > level)
        let (ownAcross, ownDown) = (own.levels[level].across, own.levels[level].down)
        #expect(
          ownAcross.picture(inTile: Int(part.tile.column)) == across.picture(inTile: column))
        #expect(ownDown.picture(inTile: Int(part.tile.row)) == down.picture(inTile: row))
      }
    }
  }

  @Test func `there is no tile beside the picture`() throws {
    for (level, column, row) in [(0, 9, 0), (0, 0, 5), (1, 5, 0), (2, -1, 0), (0, 0, .min)]
      as [(Int32, Int32, Int32)]
    {
      #expect(try part(level, column, row) == nil)
    }
  }
}
