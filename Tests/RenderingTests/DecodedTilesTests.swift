import Caching
import ImageRequest
import Pixels
import PyramidFormat
import Synchronization
import Testing
import TileDecodingInProcess
import TileGeometry

@testable import Rendering

@Suite struct DecodedTilesTests {
  /// Counts what it is asked, and answers as it is told.
  private final class Decoder: TileDecoding {
    let count = Atomic(0)
    private let error: TileDecodingError?

    init(_ error: TileDecodingError? = nil) { self.error = error }

    func decode(
      _ tile: [UInt8], _ coding: TileCoding, as form: TileForm
    ) throws(TileDecodingError) -> DecodedTile {
      count.add(1, ordering: .relaxed)
      if let error { throw error }
      return try InProcessTileDecoder().decode(tile, coding, as: form)
    }
  }

  private static let tile = RenderError.Tile(level: 0, column: 1, row: 1)

  /// Asks for the tile that ``tile`` is, from no cache.
  private func ask(
    _ tiles: DecodedTiles, _ pyramid: Pyramid, key: UInt64 = 1
  ) throws(RenderError) -> Raster? {
    try tiles.tile(
      RenderSource(pyramid: pyramid, key: key), level: 0, column: 1, row: 1, shrink: 1)
  }

  private func tiles(_ decoder: Decoder) -> DecodedTiles {
    DecodedTiles(budget: ByteBudget(bytes: 0), decoder: decoder)
  }

  @Test(arguments: [TileDecodingError.late, .crashed(signal: 11), .damaged("no tile")])
  func `a tile that can't be decoded holds nobody up again`(error: TileDecodingError) throws {
    let (pyramid, _) = try DrawnPyramid.make()
    let decoder = Decoder(error)
    let tiles = tiles(decoder)
    for _ in 0..<3 {
      #expect(throws: RenderError.undecodable(Self.tile, error)) { try ask(tiles, pyramid) }
    }
    #expect(decoder.count.load(ordering: .relaxed) == 1)
    // Another pyramid's tile at the same place is another tile.
    #expect(throws: RenderError.self) { try ask(tiles, pyramid, key: 2) }
    #expect(decoder.count.load(ordering: .relaxed) == 2)
  }

  @Test func `want of a decoder is no verdict on a tile`() throws {
    let (pyramid, _) = try DrawnPyramid.make()
    let decoder = Decoder(.unavailable("none"))
    let tiles = tiles(decoder)
    for _ in 0..<3 { #expect(throws: RenderError.self) { try ask(tiles, pyramid) } }
    #expect(decoder.count.load(ordering: .relaxed) == 3)
  }

  @Test func `a bit that has changed is found out before anything is decoded`() throws {
    let (sound, _) = try DrawnPyramid.make()
    let place = try #require(try sound.locate(level: 0, column: 1, row: 1))
    for bit in [0, place.length * 4, place.length * 8 - 1] {
      let (pyramid, _) = try DrawnPyramid.make {
        $0[Int(place.offset) + bit / 8] ^= 1 << UInt8(bit % 8)
      }
      let decoder = Decoder()
      #expect(throws: RenderError.changed(Self.tile)) { try ask(tiles(decoder), pyramid) }
      #expect(decoder.count.load(ordering: .relaxed) == 0)
      // The other tiles are what they were.
      let first = try tiles(decoder).tile(
        RenderSource(pyramid: pyramid, key: 1), level: 0, column: 0, row: 0, shrink: 1)
      #expect(first?.width == 64)
    }
  }

  @Test func `a tile that is kept is neither read nor decoded again`() throws {
    let (pyramid, source) = try DrawnPyramid.make()
    let decoder = Decoder()
    let tiles = DecodedTiles(budget: ByteBudget(bytes: 1 << 20), decoder: decoder)
    let first = try ask(tiles, pyramid)
    let reads = source.count.load(ordering: .relaxed)
    #expect(try ask(tiles, pyramid)?.bytes == first?.bytes)
    #expect(source.count.load(ordering: .relaxed) == reads)
    #expect(decoder.count.load(ordering: .relaxed) == 1)
  }
}
