import Encoding
import Pixels
import Synchronization
import Testing
import TileGeometry

@testable import Cutter

@Suite struct BandPipelineTests {
  /// A finest level that has no pixels: it knows what its tiles come to.
  private struct PixellessLevel: CutLevel {
    static let shade: UInt8 = 77
    static let mark: UInt8 = 200

    let geometry: BandGeometry
    let closed = ClosedRows()

    final class ClosedRows: Sendable {
      let rows = Mutex<[Int]>([])
    }

    func place(of row: Int) -> Int { row }

    func close(row: Int, encoder: any TileEncoder) { closed.rows.withLock { $0.append(row) } }

    func halve(_ tile: BandSchedule.Tile, into target: PixelBand, x: Int, y: Int) {
      for row in y..<y + geometry.tileSide / 2 {
        for column in x..<x + geometry.tileSide / 2 {
          unsafe target.planes[0].address(x: column, y: row).pointee = Self.shade
        }
      }
    }

    func encode(
      _ tile: BandSchedule.Tile, encoder: any TileEncoder, upright: PixelBand?,
      body: (Span<UInt8>) throws -> Void
    ) throws { try body([Self.mark].span) }
  }

  /// Says of a tile what its last pixel is.
  private final class CornerEncoder: TileEncoder {
    func encode(
      _ band: PixelBand, column: Int, codes: HuffmanCodes?, body: (Span<UInt8>) throws -> Void
    ) throws {
      let last = unsafe band.planes[0].address(
        x: (column + 1) * band.tileSide - 1, y: band.tileSide - 1
      ).pointee
      try body([last].span)
    }

    func learn(from band: PixelBand, tiles: Int) -> HuffmanCodes? { nil }
  }

  @Test(arguments: [1, 3, 6, 8], [0, 1, 3])
  func `a finest level without pixels gives its tiles, and coarser levels get theirs from it`(
    orientation: Int, helpers: Int
  ) throws {
    let geometry = BandGeometry(
      stored: try #require(ImageSize(width: 900, height: 700)),
      orientation: try #require(Orientation(exif: orientation)),
      tileSize: try #require(TileSize(128)))
    let finest = PixellessLevel(geometry: geometry)
    let written = Mutex<[TileAddress: [UInt8]]>([:])
    let pipeline = BandPipeline(
      geometry: geometry, finest: finest, layout: .gray, makeEncoder: { CornerEncoder() },
      sink: { geometry, tile, bytes in
        let address = geometry.address(level: tile.level, column: tile.column, row: tile.row)
        let byte = bytes[0]
        written.withLock { $0[address, default: []].append(byte) }
      })
    let rows = geometry.levels[0].down.tiles
    try pipeline.run(helpers: helpers) { worker in
      for row in 0..<rows {
        #expect(try pipeline.nextRow(row, with: worker) == row)
        try pipeline.rowIsFull(row, with: worker)
      }
    }
    #expect(finest.closed.rows.withLock { $0 } == Array(0..<rows))
    #expect(pipeline.progress == 1)
    let tiles = written.withLock { $0 }
    #expect(tiles.count == geometry.tileCount)
    let finestReduction = geometry.levels[0].reduction
    for (address, bytes) in tiles {
      let isFinest = address.reduction == finestReduction
      #expect(bytes == [isFinest ? PixellessLevel.mark : PixellessLevel.shade])
    }
  }

  /// Notes for how many tiles codes were learnt.
  private final class LearningEncoder: TileEncoder {
    private let learnt: Notes

    init(_ learnt: Notes) { self.learnt = learnt }

    func encode(
      _ band: PixelBand, column: Int, codes: HuffmanCodes?, body: (Span<UInt8>) throws -> Void
    ) throws { try body([0].span) }

    func learn(from band: PixelBand, tiles: Int) -> HuffmanCodes? {
      learnt.tiles.withLock { $0.append(tiles) }
      return nil
    }
  }

  private final class Notes: Sendable {
    let tiles = Mutex<[Int]>([])
  }

  @Test(arguments: [1, 6])
  func `levels of few tiles have the codes of the one that they are made of`(
    orientation: Int
  ) throws {
    // Grids of 7 by 5 tiles, 4 by 3, 2 by 2 and one.
    let geometry = BandGeometry(
      stored: try #require(ImageSize(width: 800, height: 600)),
      orientation: try #require(Orientation(exif: orientation)),
      tileSize: try #require(TileSize(128)))
    let notes = Notes()
    let finest = BandLevel(geometry.levels[0], of: geometry, layout: .gray)
    let pipeline = BandPipeline(
      geometry: geometry, finest: finest, layout: .gray,
      makeEncoder: { LearningEncoder(notes) }, sink: { _, _, _ in })
    try pipeline.run(helpers: 1) { worker in
      for row in 0..<geometry.levels[0].down.tiles {
        _ = try pipeline.nextRow(row, with: worker)
        try pipeline.rowIsFull(row, with: worker)
      }
    }
    #expect(notes.tiles.withLock { $0.sorted() } == [7, 12, 28])
  }
}
