import Imaging
import PyramidFile

/// Proof that stored tiles are pictures: they are decoded as they would be for serving.
enum TileProof {
  /// Decodes a JPEG or WebP tile; the pyramid file decodes those that are coded without loss.
  static func decode(_ tile: [UInt8], on level: StoredLevel) throws {
    let (width, height) = (Int(level.tileWidth), Int(level.tileHeight))
    switch level.facts.compression {
    case .jpeg:
      _ = try PictureCoding.decodeJPEG(
        level.facts.whole(tile), width: width, height: height, shrink: 1)
    case .webp: _ = try PictureCoding.decodeWebP(tile, width: width, height: height)
    default: break
    }
  }
}
