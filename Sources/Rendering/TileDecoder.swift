import Caching
import Imaging
import PyramidFile
import Posix

/// Decoded tiles of pyramids, the recently used ones kept.
final class TileDecoder: Sendable {
  private struct Key: Hashable {
    let source: UInt64
    let level: Int32
    let column: Int32
    let row: Int32
    let shrink: Int32
  }

  private let cache: Monitor<ByteCache<Key, Raster>>

  init(budget: ByteBudget) { cache = Monitor(ByteCache(budget: budget)) }

  /// The pixels of a stored tile, its padding included.
  ///
  /// `level`: the stored level's place.
  /// `shrink`: how many of the tile's pixels a side become one: 1, or 2, 4 and 8 where tiles are
  /// JPEG, which is cheaper than decoding them whole. The answer is nil for a tile that the file
  /// leaves out.
  func tile(
    _ source: RenderSource, level: Int, column: Int32, row: Int32, shrink: Int
  ) throws(RenderError) -> Raster? {
    let key = Key(
      source: source.key, level: Int32(truncatingIfNeeded: level), column: column, row: row,
      shrink: Int32(truncatingIfNeeded: shrink))
    if let kept = cache.change({ $0.value(for: key) }) { return kept }
    let decoded: Raster?
    do {
      decoded = try Self.decode(source.pyramid, level, column, row, shrink)
    } catch {
      throw .damaged("tile \(column),\(row) of level \(level): \(error)")
    }
    if let decoded { cache.change { $0.insert(decoded, for: key, cost: decoded.bytes.count) } }
    return decoded
  }

  private static func decode(
    _ pyramid: Pyramid, _ index: Int, _ column: Int32, _ row: Int32, _ shrink: Int
  ) throws -> Raster? {
    let level = pyramid.levels[index]
    guard let location = try pyramid.locate(level: index, column: column, row: row) else {
      return nil
    }
    let bytes = try pyramid.tileBytes(at: location)
    let (width, height) = (Int(level.tileWidth), Int(level.tileHeight))
    let facts = level.facts
    switch facts.compression {
    case .jpeg:
      let pixels = try PictureCoding.decodeJPEG(
        facts.whole(bytes), width: width, height: height, shrink: shrink)
      return Raster(
        width: (width + shrink - 1) / shrink, height: (height + shrink - 1) / shrink,
        hasAlpha: false, bytes: pixels)
    case .webp:
      let decoded = try PictureCoding.decodeWebP(bytes, width: width, height: height)
      var raster = Raster(
        width: width, height: height, hasAlpha: decoded.hasAlpha, bytes: decoded.pixels)
      raster.premultiply()
      return raster
    default:
      return spread(try LosslessTile.samples(of: bytes, on: level), facts, width, height)
    }
  }

  /// Samples side by side as four bytes a pixel.
  private static func spread(
    _ samples: [UInt8], _ facts: TileFacts, _ width: Int, _ height: Int
  ) -> Raster {
    let channels = facts.samplesPerPixel
    let hasAlpha = facts.alpha != .none
    let colours = hasAlpha ? channels - 1 : channels
    var raster = Raster(width: width, height: height, hasAlpha: hasAlpha)
    for pixel in 0..<(width * height) {
      for channel in 0..<3 {
        raster.bytes[pixel * 4 + channel] = samples[pixel * channels + min(channel, colours - 1)]
      }
      raster.bytes[pixel * 4 + 3] = hasAlpha ? samples[pixel * channels + colours] : 255
    }
    if facts.alpha == .unassociated { raster.premultiply() }
    return raster
  }
}
