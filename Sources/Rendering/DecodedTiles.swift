import Caching
import Pixels
import PyramidFormat
import Synchronization

/// Decoded tiles of pyramids, the recently used ones kept.
final class DecodedTiles: Sendable {
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

  private enum Decoded: Sendable {
    case pixels(Raster)
    case planes(PlanarPicture)
  }

  private let cache: Mutex<ByteCache<Key, Decoded>>
  private let decoder: any TileDecoding

  init(budget: ByteBudget, decoder: any TileDecoding) {
    cache = Mutex(ByteCache(budget: budget))
    self.decoder = decoder
  }

  /// The pixels of a stored tile, its padding included.
  ///
  /// - Parameters:
  ///   - source: the pyramid.
  ///   - level: the stored level's place.
  ///   - column: the tile's place, as ``row`` is.
  ///   - row: counted from the top.
  ///   - shrink: how many of the tile's pixels a side become one; see ``TileDecoding``.
  /// - Returns: nil for a tile that the file leaves out.
  /// - Throws: what keeps the tile from being read or decoded.
  func tile(
    _ source: RenderSource, level: Int, column: Int32, row: Int32, shrink: Int
  ) throws(RenderError) -> Raster? {
    let key = Key(
      source: source.key, level: Int32(truncatingIfNeeded: level), column: column, row: row,
      form: .pixels(shrink: Int32(truncatingIfNeeded: shrink)))
    if case .pixels(let kept) = cache.withLock({ $0.value(for: key) }) { return kept }
    let place = RenderError.Tile(level: level, column: column, row: row)
    guard let bytes = try source.stream(place) else { return nil }
    let decoded: Raster
    do throws(TileDecodingError) {
      decoded = try decoder.raster(of: bytes, on: source.pyramid.levels[level], shrink: shrink)
    } catch {
      throw .undecodable(place, error)
    }
    cache.withLock { $0.insert(.pixels(decoded), for: key, cost: decoded.bytes.count) }
    return decoded
  }

  /// The planes of a stored tile, its padding included.
  func planes(
    _ kind: PlaneKind, _ source: RenderSource, level: Int, column: Int32, row: Int32
  ) throws(RenderError) -> Planes {
    let key = Key(
      source: source.key, level: Int32(truncatingIfNeeded: level), column: column, row: row,
      form: .planes)
    if case .planes(let kept) = cache.withLock({ $0.value(for: key) }) { return .planes(kept) }
    let place = RenderError.Tile(level: level, column: column, row: row)
    guard let bytes = try source.stream(place) else { return .absent }
    let decoded: PlanarPicture?
    do throws(TileDecodingError) {
      decoded = try decoder.planes(
        of: bytes, on: source.pyramid.levels[level], sampling: kind.sampling)
    } catch {
      throw .undecodable(place, error)
    }
    guard let decoded else { return .otherwise }
    cache.withLock { $0.insert(.planes(decoded), for: key, cost: decoded.byteCount) }
    return .planes(decoded)
  }

  /// The upper left part of a stored JPEG tile as a stream of its own.
  ///
  /// - Returns: nil for a tile that the file leaves out.
  func corner(
    _ source: RenderSource, _ place: RenderError.Tile, width: Int, height: Int
  ) throws(RenderError) -> [UInt8]? {
    guard let bytes = try source.stream(place) else { return nil }
    do throws(TileDecodingError) {
      return try decoder.corner(of: bytes, width: width, height: height)
    } catch {
      throw .undecodable(place, error)
    }
  }
}

extension RenderSource {
  /// The bytes of a stored tile, whole in themselves; nil for one that the file leaves out.
  fileprivate func stream(_ tile: RenderError.Tile) throws(RenderError) -> [UInt8]? {
    do throws(TIFFError) {
      guard
        let location = try pyramid.locate(level: tile.level, column: tile.column, row: tile.row)
      else { return nil }
      return pyramid.levels[tile.level].facts.whole(try pyramid.tileBytes(at: location))
    } catch {
      throw .unreadable(tile, error)
    }
  }
}
