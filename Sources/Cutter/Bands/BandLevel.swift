import Encoding
import Pixels

/// A level as pixels: two bands, the codes that were learnt from them, and tiles encoded from them.
final class BandLevel: CutLevel {
  private let shape: BandGeometry.Level
  private let orientation: Orientation
  private let bands: [PixelBand]
  private let codes: RowCodes<HuffmanCodes>
  /// Whether the codes are those that a finer level's tiles have.
  private let sharesCodes: Bool

  /// Levels of fewer tiles have no codes of their own: these save less than a hundredth of their file.
  private static let fewestTiles = 12

  /// - Parameters:
  ///   - shape: where the level's rows and columns lie.
  ///   - geometry: of the whole cut.
  ///   - layout: of the pixels.
  ///   - finer: the level that this one's pixels come from; nil where that is none of pixels.
  init(
    _ shape: BandGeometry.Level, of geometry: BandGeometry, layout: PixelLayout,
    finer: BandLevel? = nil
  ) {
    let isSmall = shape.across.tiles * shape.down.tiles < Self.fewestTiles
    let shared = isSmall ? finer?.codes : nil
    sharesCodes = shared != nil
    codes = shared ?? RowCodes()
    self.shape = shape
    orientation = geometry.orientation
    bands = (0..<min(2, shape.down.tiles)).map { _ in
      PixelBand(layout: layout, columns: shape.across.tiles, tileSide: geometry.tileSide)
    }
  }

  func place(of row: Int) -> PixelBand { bands[row % 2] }

  func close(row: Int, encoder: any TileEncoder) throws {
    let band = place(of: row)
    band.padEdges(x: shape.across.picture, y: shape.down.picture(inTile: row))
    // A finer level's rows are closed before those that they shrink into, and are more.
    guard !sharesCodes else { return }
    let rows = min(RowCodes<HuffmanCodes>.rows, shape.down.tiles - row)
    try codes.close(row: row) {
      try encoder.learn(from: band, tiles: rows * shape.across.tiles)
    }
  }

  func halve(_ tile: BandSchedule.Tile, into target: PixelBand, x: Int, y: Int) {
    place(of: tile.row).halveTile(column: tile.column, into: target, x: x, y: y)
  }

  func encode(
    _ tile: BandSchedule.Tile, encoder: any TileEncoder, upright: PixelBand?,
    body: (Span<UInt8>) throws -> Void
  ) throws {
    let band = place(of: tile.row)
    let codes = codes.codes(of: tile.row)
    if let upright {
      band.copyTile(column: tile.column, turned: orientation, into: upright)
      try encoder.encode(upright, column: 0, codes: codes, body: body)
    } else {
      try encoder.encode(band, column: tile.column, codes: codes, body: body)
    }
  }
}
