import SeededNumbers
import Testing
import TileGeometry

@Suite struct TileGridTests {
  static func level(_ width: Int64, _ height: Int64, tile: Int32 = 256) throws -> Level {
    Level(
      of: try #require(ImageSize(width: width, height: height)), reduction: .full,
      tileSize: try #require(TileSize(tile)))
  }

  /// Rectangle asked for in 1280x960, first and end column, first and end row.
  @Test(
    arguments: [
      (PixelRect(x: 0, y: 0, width: 256, height: 256), 0, 1, 0, 1),
      (PixelRect(x: 0, y: 0, width: 257, height: 256), 0, 2, 0, 1),
      (PixelRect(x: 1024, y: 768, width: 256, height: 192), 4, 5, 3, 4),
      (PixelRect(x: 1000, y: 900, width: 9999, height: 9999), 3, 5, 3, 4),
      (PixelRect(x: -300, y: -300, width: 301, height: 301), 0, 1, 0, 1),
    ] as [(PixelRect, Int32, Int32, Int32, Int32)])
  func `visible sets are half-open and clipped`(
    rect: PixelRect, firstColumn: Int32, endColumn: Int32, firstRow: Int32, endRow: Int32
  ) throws {
    let span = try Self.level(1280, 960).tiles(touching: rect)
    #expect(
      span
        == TileSpan(
          firstColumn: firstColumn, endColumn: endColumn, firstRow: firstRow, endRow: endRow))
  }

  @Test(arguments: [
    PixelRect(x: 10, y: 10, width: 0, height: 5), PixelRect(x: 10, y: 10, width: -3, height: 5),
    PixelRect(x: 1280, y: 0, width: 10, height: 10), PixelRect(x: -10, y: 0, width: 10, height: 9),
  ])
  func `empty rectangles and those beyond the image touch nothing`(rect: PixelRect) throws {
    #expect(try Self.level(1280, 960).tiles(touching: rect).isEmpty)
  }

  @Test func `the closed rule asks for the tile behind a line`() throws {
    let level = try Self.level(1000, 1000, tile: 100)
    let view = PixelRect(x: 0, y: 0, width: 320, height: 480)
    #expect(
      level.tiles(touching: view, edges: .closed)
        == TileSpan(firstColumn: 0, endColumn: 4, firstRow: 0, endRow: 5))
    let onTheLine = PixelRect(x: 0, y: 0, width: 300, height: 400)
    #expect(level.tiles(touching: onTheLine).count == 12)
    #expect(level.tiles(touching: onTheLine, edges: .closed).count == 20)
    #expect(
      level.tiles(touching: PixelRect(x: 0, y: 0, width: 1000, height: 1000), edges: .closed).count
        == 100)
  }

  @Test func `tile areas add up to their level's and neighbours share edges`() throws {
    var random = SplitMix(seed: 7)
    for _ in 0..<300 {
      let image = try #require(
        ImageSize(
          width: .random(in: 1...5000, using: &random),
          height: .random(in: 1...5000, using: &random)))
      let tile = try #require(TileSize(.random(in: 16...615, using: &random)))
      let reduction = try #require(Reduction(.random(in: -1...10, using: &random)))
      let level = Level(of: image, reduction: reduction, tileSize: tile)
      var area: Int64 = 0
      for row in 0..<level.rows {
        for column in 0..<level.columns {
          let rect = try #require(level.tileRect(column: column, row: row))
          area += rect.area
          if let right = level.tileRect(column: column + 1, row: row) {
            #expect(rect.maxX == right.x)
          }
          if let below = level.tileRect(column: column, row: row + 1) {
            #expect(rect.maxY == below.y)
          }
        }
      }
      #expect(area == level.size.area)
    }
  }

  @Test func `rings widen a block up to the grid's edge`() throws {
    let level = try Self.level(1280, 960)
    let middle = TileSpan(firstColumn: 1, endColumn: 2, firstRow: 3, endRow: 4)
    #expect(
      middle.widened(by: 1, within: level)
        == TileSpan(firstColumn: 0, endColumn: 3, firstRow: 2, endRow: 4))
    #expect(middle.widened(by: .max, within: level) == level.allTiles)
    #expect(TileSpan.empty.widened(by: 3, within: level).isEmpty)
  }
}
