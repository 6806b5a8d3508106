import Caching
import Digests
import Pixels
import PyramidFormat
import Synchronization
import TileGeometry

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
    case block(BlockPixels)
    case planes(PlanarPicture)
  }

  /// A tile of a pyramid, whatever is made of it.
  private struct Place: Hashable {
    let source: UInt64
    let level: Int
    let column: Int32
    let row: Int32
  }

  private struct Verdict: Sendable {
    let error: TileDecodingError
    let end: SuspendingClock.Instant
  }

  /// For so long a tile that can't be decoded holds nobody up again; where it took too long, the
  /// machine may have been at fault.
  private static let memory = Duration.seconds(60)
  private static let memoryOfLate = Duration.seconds(10)
  private static let verdictLimit = 1024

  private let cache: Mutex<ByteCache<Key, Decoded>>
  private let verdicts = Mutex(ClockCache<Place, Verdict>(capacity: verdictLimit))
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
    let decoded = try judged(place, of: source) { () throws(TileDecodingError) in
      try decoder.raster(of: bytes, on: source.pyramid.levels[level], shrink: shrink)
    }
    cache.withLock { $0.insert(.pixels(decoded), for: key, cost: decoded.bytes.count) }
    return decoded
  }

  /// The pixels of a block of a level that is drawn, as far as the level reaches: at least those that a
  /// picture needs.
  ///
  /// - Parameters:
  ///   - source: the pyramid, and what is wanted besides.
  ///   - level: of the block.
  ///   - part: which block it is, and what of it the picture needs.
  /// - Returns: nil where the level has no such block, or nobody draws it.
  /// - Throws: that it is not drawn.
  func block(
    _ source: RenderSource, of level: Level, _ part: TilePart
  ) throws(RenderError) -> BlockPixels? {
    guard let drawing = source.drawing,
      let block = level.tileRect(column: part.column, row: part.row)
    else { return nil }
    // Stored levels count from 0 on.
    let key = Key(
      source: source.key, level: level.reduction.exponent - source.detail, column: part.column,
      row: part.row, form: .pixels(shrink: 1))
    let needed = PixelRect(
      x: block.x + Int64(part.from.x), y: block.y + Int64(part.from.y),
      width: Int64(part.size.width), height: Int64(part.size.height))
    var isFirst = true
    if case .block(let kept) = cache.withLock({ $0.value(for: key) }) {
      if kept.rect.contains(needed) { return kept }
      isFirst = false
    }
    // Whoever has come back to a block is given all of it.
    let rect = isFirst ? source.drawnPart(of: block, for: needed) : block
    let drawn = BlockPixels(
      block: block, rect: rect,
      pixels: try Raster(
        rect, of: level.size, by: drawing,
        hasAlpha: source.pyramid.levels[0].facts.alpha != .none))
    cache.withLock { $0.insert(.block(drawn), for: key, cost: drawn.pixels.bytes.count) }
    return drawn
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
    let decoded = try judged(place, of: source) { () throws(TileDecodingError) in
      try decoder.planes(of: bytes, on: source.pyramid.levels[level], kind)
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
    return try judged(place, of: source) { () throws(TileDecodingError) in
      try decoder.corner(
        of: bytes, TileCoding(source.pyramid.levels[place.level]), width: width, height: height)
    }
  }

  /// Decodes a tile, unless it is known that it can't be: what was found out is remembered.
  private func judged<Made>(
    _ tile: RenderError.Tile, of source: RenderSource,
    _ decode: () throws(TileDecodingError) -> Made
  ) throws(RenderError) -> Made {
    let place = Place(
      source: source.key, level: tile.level, column: tile.column, row: tile.row)
    let known = verdicts.withLock { verdicts -> TileDecodingError? in
      guard let verdict = verdicts.value(of: place) else { return nil }
      guard SuspendingClock.now < verdict.end else {
        verdicts.remove(place)
        return nil
      }
      return verdict.error
    }
    if let known { throw .undecodable(tile, known) }
    do throws(TileDecodingError) {
      return try decode()
    } catch {
      switch error {
      case .damaged, .crashed: keep(error, of: place, for: Self.memory)
      case .late: keep(error, of: place, for: Self.memoryOfLate)
      case .unavailable: break
      }
      throw .undecodable(tile, error)
    }
  }

  private func keep(_ error: TileDecodingError, of place: Place, for time: Duration) {
    let verdict = Verdict(error: error, end: SuspendingClock.now + time)
    verdicts.withLock { $0.insert(verdict, for: place) }
  }
}

extension RenderSource {
  /// The bytes of a stored tile, whole in themselves; nil for one that the file leaves out.
  fileprivate func stream(_ tile: RenderError.Tile) throws(RenderError) -> [UInt8]? {
    let level = pyramid.levels[tile.level]
    let stored: [UInt8]
    let checksum: UInt64?
    do throws(TIFFError) {
      guard
        let index = level.index(column: tile.column, row: tile.row),
        let location = try level.location(at: index, fileSize: pyramid.source.byteCount)
      else { return nil }
      stored = try pyramid.tileBytes(at: location)
      checksum = try level.checksum(at: index)
    } catch {
      throw .unreadable(tile, error)
    }
    if let checksum, unsafe UInt64(CRC32C.of(stored.span.bytes)) != checksum {
      throw .changed(tile)
    }
    return level.facts.whole(stored)
  }
}
