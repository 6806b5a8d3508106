import PyramidFormat
import Rendering
import TileDecodingInProcess

/// Proof that stored tiles are pictures: they are decoded as they would be for serving.
enum TileProof {
  /// Decodes a JPEG or WebP tile; the pyramid file decodes those that are coded without loss.
  static func decode(_ tile: [UInt8], on level: StoredLevel) throws {
    let facts = level.facts
    guard facts.compression == .jpeg || facts.compression == .webp else { return }
    _ = try InProcessTileDecoder().raster(of: facts.whole(tile), on: level, shrink: 1)
  }
}
