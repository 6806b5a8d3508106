import Caching
import Imaging
import Pixels
import Posix
import PyramidFile
import TileGeometry

/// Decoded tiles of pyramids, the recently used ones kept.
final class TileDecoder: Sendable {
  private struct Key: Hashable {
    let source: UInt64
    let level: Int32
    let column: Int32
    let row: Int32
    let form: Form
  }

  private enum Form: Hashable {
    case pixels(shrink: Int32)
    case planes
  }

  /// A tile as planes.
  enum Planes {
    case planes(PlanarPicture)
    /// The file leaves the tile out.
    case absent
    /// The stream holds something else than its directory says.
    case otherwise
  }

  private enum Decoded {
    case pixels(Raster)
    case planes(PlanarPicture)
  }

  private let cache: Monitor<ByteCache<Key, Decoded>>

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
      form: .pixels(shrink: Int32(truncatingIfNeeded: shrink)))
    if case .pixels(let kept) = cache.change({ $0.value(for: key) }) { return kept }
    let decoded: Raster?
    do {
      decoded = try Self.decode(source.pyramid, level, column, row, shrink)
    } catch {
      throw .damaged("tile \(column),\(row) of level \(level): \(error)")
    }
    if let decoded {
      cache.change { $0.insert(.pixels(decoded), for: key, cost: decoded.bytes.count) }
    }
    return decoded
  }

  /// The planes of a stored tile, its padding included.
  func planes(
    _ kind: PlaneKind, _ source: RenderSource, level: Int, column: Int32, row: Int32
  ) throws(RenderError) -> Planes {
    let key = Key(
      source: source.key, level: Int32(truncatingIfNeeded: level), column: column, row: row,
      form: .planes)
    if case .planes(let kept) = cache.change({ $0.value(for: key) }) { return .planes(kept) }
    do {
      let stored = source.pyramid.levels[level]
      let (width, height) = (Int(stored.tileWidth), Int(stored.tileHeight))
      guard let bytes = try Self.stream(source.pyramid, level, column, row) else { return .absent }
      guard
        let planes = try PictureCoding.decodeJPEGPlanes(
          bytes, width: width, height: height, sampling: kind.sampling)
      else { return .otherwise }
      let picture = PlanarPicture(
        width: width, height: height, planes: planes, sampling: kind.sampling ?? .full)
      cache.change { $0.insert(.planes(picture), for: key, cost: picture.byteCount) }
      return .planes(picture)
    } catch {
      throw .damaged("tile \(column),\(row) of level \(level): \(error)")
    }
  }

  /// The bytes of a stored tile, whole in themselves; nil for one that the file leaves out.
  private static func stream(
    _ pyramid: Pyramid, _ index: Int, _ column: Int32, _ row: Int32
  ) throws -> [UInt8]? {
    guard let location = try pyramid.locate(level: index, column: column, row: row) else {
      return nil
    }
    return pyramid.levels[index].facts.whole(try pyramid.tileBytes(at: location))
  }

  private static func decode(
    _ pyramid: Pyramid, _ index: Int, _ column: Int32, _ row: Int32, _ shrink: Int
  ) throws -> Raster? {
    let level = pyramid.levels[index]
    guard let bytes = try stream(pyramid, index, column, row) else { return nil }
    let (width, height) = (Int(level.tileWidth), Int(level.tileHeight))
    let facts = level.facts
    switch facts.compression {
    case .jpeg:
      let pixels = try PictureCoding.decodeJPEG(
        bytes, width: width, height: height, shrink: shrink)
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
    let colors = hasAlpha ? channels - 1 : channels
    var raster = Raster(width: width, height: height, hasAlpha: hasAlpha)
    for pixel in 0..<(width * height) {
      for channel in 0..<3 {
        raster.bytes[pixel * 4 + channel] = samples[pixel * channels + min(channel, colors - 1)]
      }
      raster.bytes[pixel * 4 + 3] = hasAlpha ? samples[pixel * channels + colors] : 255
    }
    if facts.alpha == .unassociated { raster.premultiply() }
    return raster
  }
}
