package import Pixels
package import PyramidFormat
import TileGeometry

/// Makes pixels of stored tiles.
///
/// A tile is a stranger's: it was written by whoever read a stranger's file, or is a part of one that
/// was adopted as it lay. So who decodes it, and in which process, is not for rendering to say.
package protocol TileDecoding: Sendable {
  /// Decodes a tile.
  ///
  /// - Parameters:
  ///   - tile: its bytes; of a JPEG tile, a stream of its own, with the tables that it shares.
  ///   - coding: what its level says of it.
  ///   - form: what is to be made of it.
  /// - Returns: what was made.
  /// - Throws: ``TileDecodingError`` for a tile that is none, or not what its level says.
  func decode(
    _ tile: [UInt8], _ coding: TileCoding, as form: TileForm
  ) throws(TileDecodingError) -> DecodedTile
}

extension TileDecoding {
  /// The pixels of a tile, its padding included.
  func raster(
    of tile: [UInt8], on level: StoredLevel, shrink: Int
  ) throws(TileDecodingError) -> Raster {
    let coding = TileCoding(level)
    guard
      case .made(let parts, let hasAlpha) = try decode(tile, coding, as: .pixels(shrink: shrink)),
      let pixels = parts.first
    else { throw .damaged("it has no pixels") }
    return Raster(
      width: (coding.width + shrink - 1) / shrink, height: (coding.height + shrink - 1) / shrink,
      hasAlpha: hasAlpha, bytes: pixels)
  }

  /// The planes of a JPEG tile, its padding included; nil for a stream that holds others.
  func planes(
    of tile: [UInt8], on level: StoredLevel, _ kind: PlaneKind
  ) throws(TileDecodingError) -> PlanarPicture? {
    let coding = TileCoding(level)
    guard case .made(let planes, _) = try decode(tile, coding, as: .planes(kind.sampling)) else {
      return nil
    }
    return PlanarPicture(
      width: coding.width, height: coding.height, planes: planes, sampling: kind.sampling ?? .full)
  }

  /// The upper left part of a JPEG tile as a stream of its own, its pixels bit for bit the tile's.
  ///
  /// - Parameters:
  ///   - tile: its bytes.
  ///   - coding: what its level says of it.
  ///   - width: pixels that stay of each row.
  ///   - height: rows that stay.
  /// - Returns: a JPEG stream.
  /// - Throws: ``TileDecodingError`` for a tile that is none.
  package func corner(
    of tile: [UInt8], _ coding: TileCoding, width: Int, height: Int
  ) throws(TileDecodingError) -> [UInt8] {
    guard
      case .made(let parts, _) = try decode(
        tile, coding, as: .corner(width: width, height: height)),
      let stream = parts.first
    else { throw .damaged("it has no corner") }
    return stream
  }
}
