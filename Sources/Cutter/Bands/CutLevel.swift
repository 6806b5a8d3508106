import Encoding
import Pixels

/// A level of a cut while it streams by, a row of tiles at a time: what is filled, by a road or by the
/// finer level, and what its tiles are made of.
///
/// Coarser levels are always pixels. The finest one need not be: a road that knows how its source is
/// coded can give tiles, and the next level's pixels, without having its own.
///
/// Two rows are held. The schedule gives every tile of them to one thread at a time.
protocol CutLevel: Sendable {
  /// What a road fills of a row.
  associatedtype Row

  /// Where a row is filled; the row two before it lay there too.
  ///
  /// - Parameter row: of tiles, in stored order.
  /// - Returns: what a road fills.
  func place(of row: Int) -> Row

  /// Makes a row ready for its tiles to be worked on.
  ///
  /// - Parameters:
  ///   - row: all of whose picture is there.
  ///   - encoder: of the thread that calls.
  /// - Throws: what the encoder says.
  func close(row: Int, encoder: any TileEncoder) throws

  /// Shrinks a tile into a quarter of a tile of the next level.
  ///
  /// - Parameters:
  ///   - tile: of a closed row.
  ///   - target: the next level's band.
  ///   - x: where the result starts there, in its pixels; even, and so is `y`.
  ///   - y: its row there, in its pixels.
  func halve(_ tile: BandSchedule.Tile, into target: PixelBand, x: Int, y: Int)

  /// Encodes a tile as it lies in the upright image.
  ///
  /// - Parameters:
  ///   - tile: of a closed row.
  ///   - encoder: of the thread that calls.
  ///   - upright: room to turn a tile in; nil for images that are upright as they are stored.
  ///   - body: given the bytes, which live until it returns.
  /// - Throws: what the encoder or the closure says.
  func encode(
    _ tile: BandSchedule.Tile, encoder: any TileEncoder, upright: PixelBand?,
    body: (Span<UInt8>) throws -> Void
  ) throws
}
