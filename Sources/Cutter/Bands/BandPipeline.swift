import Encoding
import Pixels
import Posix
import Synchronization

/// Cuts an image that streams by: bands are filled, tiles encoded, halved and written, all at once
/// on as many threads as asked for.
///
/// The thread that fills bands lends a hand with the tiles whenever both bands are full, so that no
/// core idles whichever side is the slower one.
final class BandPipeline: Sendable {
  typealias Sink = @Sendable (BandGeometry, BandSchedule.Tile, Span<UInt8>) throws -> Void

  let geometry: BandGeometry
  let layout: PixelLayout
  private let bands: [[PixelBand]]
  private let schedule: Monitor<BandSchedule>
  /// Codes by level and block of rows; see ``codeRows``.
  private let codes: Mutex<[[Int: HuffmanCodes]]>
  private let makeEncoder: @Sendable () throws -> any TileEncoder
  private let sink: Sink

  init(
    geometry: BandGeometry, layout: PixelLayout,
    makeEncoder: @escaping @Sendable () throws -> any TileEncoder, sink: @escaping Sink
  ) {
    self.geometry = geometry
    self.layout = layout
    self.makeEncoder = makeEncoder
    self.sink = sink
    codes = Mutex(Array(repeating: [:], count: geometry.levels.count))
    schedule = Monitor(BandSchedule(geometry))
    bands = geometry.levels.map { level in
      (0..<min(2, level.down.tiles)).map { _ in
        PixelBand(layout: layout, columns: level.across.tiles, tileSide: geometry.tileSide)
      }
    }
  }

  /// Runs the cut to its end.
  ///
  /// - Parameters:
  ///   - helpers: threads besides the one that fills bands.
  ///   - produce: fills every row of the finest level through ``nextBand(row:with:)`` and
  ///     ``bandIsFull(row:with:)``, and lends `worker` to the pipeline meanwhile.
  /// - Throws: the first failure of any of its threads.
  func run(helpers: Int, produce: (TileWorker) throws -> Void) throws {
    let threads = ThreadGroup()
    guarded {
      try threads.start("band", count: helpers) { _ in
        self.guarded {
          let worker = try self.makeWorker()
          while let tile = self.waitForTile() { try worker.work(tile) }
        }
      }
      let worker = try makeWorker()
      try produce(worker)
      while let tile = waitForTile() { try worker.work(tile) }
    }
    threads.join()
    if let failure = schedule.read({ $0.failure }) { throw failure }
  }

  private func makeWorker() throws -> TileWorker {
    TileWorker(pipeline: self, encoder: try makeEncoder())
  }

  /// Runs the body; what it throws stops the cut.
  private func guarded(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      schedule.change { if $0.failure == nil { $0.failure = error } }
    }
  }

  private func waitForTile() -> BandSchedule.Tile? {
    schedule.wait { schedule -> BandSchedule.Tile?? in
      if schedule.isOver { return .some(nil) }
      return schedule.take().map { .some($0) }
    }
  }

  /// The share of the tiles that is written, 0 to 1.
  var progress: Double {
    1 - Double(schedule.read { $0.tilesLeft }) / Double(geometry.tileCount)
  }
}

// MARK: - The side that fills bands

extension BandPipeline {
  /// The band for a row of the finest level, when it is free; until then tiles are worked on.
  ///
  /// - Returns: nil when the cut has failed elsewhere.
  func nextBand(row: Int, with worker: TileWorker) throws -> PixelBand? {
    enum Step {
      case fill
      case help(BandSchedule.Tile)
      case stop
    }
    while true {
      let step = schedule.wait { schedule -> Step? in
        if schedule.failure != nil { return .stop }
        if schedule.startFilling(row: row) { return .fill }
        return schedule.take().map { .help($0) }
      }
      switch step {
      case .fill: return bands[0][row % 2]
      case .help(let tile): try worker.work(tile)
      case .stop: return nil
      }
    }
  }

  /// Every pixel of the picture in that row has been written to its band.
  func bandIsFull(row: Int, with worker: TileWorker) throws {
    try close(level: 0, row: row, encoder: worker.encoder)
  }

  /// Codes are learnt from every so many rows of tiles.
  ///
  /// The rows after it are begun after it, so which codes a tile gets does not hang on which thread
  /// is the faster one.
  private static var codeRows: Int { 4 }

  private func close(level: Int, row: Int, encoder: any TileEncoder) throws {
    let shape = geometry.levels[level]
    bands[level][row % 2].padEdges(x: shape.across.picture, y: shape.down.picture(inTile: row))
    if row % Self.codeRows == 0, let learnt = try encoder.learn(from: bands[level][row % 2]) {
      codes.withLock { $0[level][row / Self.codeRows] = learnt }
    }
    schedule.change { $0.finishFilling(level: level, row: row) }
  }
}

// MARK: - The side that works tiles off

/// One thread's share of a cut: its encoder, and a tile to turn pictures in.
final class TileWorker {
  private let pipeline: BandPipeline
  fileprivate let encoder: any TileEncoder
  private let upright: PixelBand?

  fileprivate init(pipeline: BandPipeline, encoder: any TileEncoder) {
    self.pipeline = pipeline
    self.encoder = encoder
    let geometry = pipeline.geometry
    upright =
      geometry.orientation.isUpright
      ? nil : PixelBand(layout: pipeline.layout, columns: 1, tileSide: geometry.tileSide)
  }

  /// Shrinks a tile into the coarser level, encodes it and hands it to the sink.
  fileprivate func work(_ tile: BandSchedule.Tile) throws {
    try pipeline.work(tile, encoder: encoder, upright: upright)
  }
}

extension BandPipeline {
  fileprivate func work(
    _ tile: BandSchedule.Tile, encoder: any TileEncoder, upright: PixelBand?
  ) throws {
    let band = bands[tile.level][tile.row % 2]
    if tile.level + 1 < geometry.levels.count { try shrink(tile, of: band, encoder) }
    let codes = codes.withLock { $0[tile.level][tile.row / Self.codeRows] }
    if let upright {
      band.copyTile(column: tile.column, turned: geometry.orientation, into: upright)
      try encoder.encode(upright, column: 0, codes: codes) { try sink(geometry, tile, $0) }
    } else {
      try encoder.encode(band, column: tile.column, codes: codes) { try sink(geometry, tile, $0) }
    }
    schedule.change { $0.finish(tile) }
  }

  private func shrink(
    _ tile: BandSchedule.Tile, of band: PixelBand, _ encoder: any TileEncoder
  ) throws {
    let (fine, coarse) = (geometry.levels[tile.level], geometry.levels[tile.level + 1])
    let column = fine.across.destination(of: tile.column, in: coarse.across)
    let row = fine.down.destination(of: tile.row, in: coarse.down)
    band.halveTile(
      column: tile.column, into: bands[tile.level + 1][row.tile % 2],
      x: column.tile * geometry.tileSide + column.offset, y: row.offset)
    if let whole = schedule.change({ $0.shrunk(tile) }) {
      try close(level: tile.level + 1, row: whole, encoder: encoder)
    }
  }
}
