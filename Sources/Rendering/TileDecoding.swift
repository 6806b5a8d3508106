package import Pixels
package import PyramidFormat
package import TileGeometry

/// Makes pixels of stored tiles.
///
/// A tile is a stranger's: it was written by whoever read a stranger's file, or is a part of one that
/// was adopted as it lay. So who decodes it, and in which process, is not for rendering to say.
package protocol TileDecoding: Sendable {
  /// The pixels of a tile, its padding included.
  ///
  /// - Parameters:
  ///   - tile: a stream of its own, with the tables that it shares with others.
  ///   - level: the stored level that it is a tile of.
  ///   - shrink: how many of its pixels a side become one: 1, or, of JPEG tiles, 2, 4 or 8, which is
  ///     cheaper than decoding them whole.
  /// - Returns: as many pixels as the level says, colors multiplied by their alpha.
  /// - Throws: ``TileDecodingError`` for a tile that is none, or not what the level says.
  func raster(
    of tile: [UInt8], on level: StoredLevel, shrink: Int
  ) throws(TileDecodingError) -> Raster

  /// The planes of a JPEG tile, its padding included.
  ///
  /// - Parameters:
  ///   - tile: a stream of its own, with the tables that it shares with others.
  ///   - level: the stored level that it is a tile of.
  ///   - sampling: how its chroma should be sampled; nil for luma alone.
  /// - Returns: nil for a stream that holds other planes.
  /// - Throws: ``TileDecodingError`` for a tile that is none.
  func planes(
    of tile: [UInt8], on level: StoredLevel, sampling: ChromaSampling?
  ) throws(TileDecodingError) -> PlanarPicture?

  /// The upper left part of a JPEG tile as a stream of its own, without decoding a pixel.
  ///
  /// - Parameters:
  ///   - tile: a stream of its own, with the tables that it shares with others.
  ///   - width: pixels that stay of each row.
  ///   - height: rows that stay.
  /// - Returns: a JPEG stream whose pixels are the tile's bit for bit.
  /// - Throws: ``TileDecodingError`` for a tile that is none.
  func corner(of tile: [UInt8], width: Int, height: Int) throws(TileDecodingError) -> [UInt8]
}

/// Why a tile has no pixels.
package enum TileDecodingError: Error, Equatable, Sendable {
  /// Its bytes are at fault: in the decoder's words.
  case damaged(String)
}

extension TileDecodingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .damaged(let words): words
    }
  }
}
