import Encoding
import Pixels
import Posix

/// Cuts an image that streams by: rows are filled, tiles encoded, halved and written, all at once on
/// as many threads as asked for.
///
/// The thread that fills rows lends a hand with the tiles whenever both rows are full, so that no core
/// idles whichever side is the slower one.
final class BandPipeline<Finest: CutLevel>: Sendable {
  typealias Sink = @Sendable (BandGeometry, BandSchedule.Tile, Span<UInt8>) throws -> Void

  let geometry: BandGeometry
  private let layout: PixelLayout
  private let finest: Finest
  /// The second finest and all after it.
  private let coarser: [BandLevel]
  private let sketch: BandSketch?
  private let schedule: Monitor<BandSchedule>
  private let makeEncoder: @Sendable () throws -> any TileEncoder
  private let sink: Sink

  /// - Parameters:
  ///   - geometry: of the whole cut.
  ///   - finest: what the road fills.
  ///   - layout: of coarser levels' pixels.
  ///   - sketch: given the tiles that it is made of.
  ///   - makeEncoder: called once for each thread.
  ///   - sink: given every tile, from all threads.
  init(
    geometry: BandGeometry, finest: Finest, layout: PixelLayout, sketch: BandSketch? = nil,
    makeEncoder: @escaping @Sendable () throws -> any TileEncoder, sink: @escaping Sink
  ) {
    self.geometry = geometry
    self.finest = finest
    self.layout = layout
    self.sketch = sketch
    self.makeEncoder = makeEncoder
    self.sink = sink
    schedule = Monitor(BandSchedule(geometry))
    var coarser: [BandLevel] = []
    for level in geometry.levels.dropFirst() {
      coarser.append(
        BandLevel(
          level, of: geometry, layout: layout, finer: coarser.last ?? finest as? BandLevel))
    }
    self.coarser = coarser
  }

  /// Runs the cut to its end.
  ///
  /// - Parameters:
  ///   - helpers: threads besides the one that fills rows.
  ///   - produce: fills every row of the finest level through ``nextRow(_:with:)`` and
  ///     ``rowIsFull(_:with:)``, and lends `worker` to the pipeline meanwhile.
  /// - Throws: the first failure of any of its threads.
  func run(helpers: Int, produce: (BandWorker) throws -> Void) throws {
    let threads = ThreadGroup()
    guarded {
      try threads.start("band", count: helpers) { _ in
        self.guarded {
          let worker = try self.makeWorker()
          while let task = self.waitForTask() { try self.perform(task, by: worker) }
        }
      }
      let worker = try makeWorker()
      try produce(worker)
      while let task = waitForTask() { try perform(task, by: worker) }
    }
    threads.join()
    if let failure = schedule.read({ $0.failure }) { throw failure }
  }

  private func makeWorker() throws -> BandWorker {
    BandWorker(
      encoder: try makeEncoder(),
      upright: geometry.orientation.isUpright
        ? nil : PixelBand(layout: layout, columns: 1, tileSide: geometry.tileSide))
  }

  /// Runs the body; what it throws stops the cut.
  private func guarded(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      schedule.change { if $0.failure == nil { $0.failure = error } }
    }
  }

  private func waitForTask() -> BandTask? {
    schedule.wait { schedule -> BandTask?? in
      if schedule.isOver { return .some(nil) }
      if let tile = schedule.take() { return .some(.tile(tile)) }
      return schedule.pieces.take().map { .some(.piece($0)) }
    }
  }

  private func perform(_ task: BandTask, by worker: BandWorker) throws {
    switch task {
    case .tile(let tile): try work(tile, by: worker)
    case .piece(let fill):
      try fill()
      schedule.change { $0.pieces.finish() }
    }
  }

  /// The share of the tiles that is written, 0 to 1.
  var progress: Double {
    1 - Double(schedule.read { $0.tilesLeft }) / Double(geometry.tileCount)
  }
}

/// One thread's share of a cut: its encoder, and a tile to turn pictures in.
final class BandWorker {
  fileprivate let encoder: any TileEncoder
  fileprivate let upright: PixelBand?

  fileprivate init(encoder: any TileEncoder, upright: PixelBand?) {
    self.encoder = encoder
    self.upright = upright
  }
}

/// What a thread of a cut can do.
private enum BandTask {
  case tile(BandSchedule.Tile)
  /// A part of a row that is being filled.
  case piece(() throws -> Void)
}

// MARK: - The side that fills rows

/// What the thread that fills rows does next.
private enum FillingStep {
  case fill
  case help(BandTask)
  case stop
}

extension BandPipeline {
  /// Where a row of the finest level is to be filled, when that is free; until then tiles are worked
  /// on.
  ///
  /// - Parameters:
  ///   - row: of tiles, in stored order.
  ///   - worker: of the thread that calls.
  /// - Returns: nil when the cut has failed elsewhere.
  /// - Throws: what goes wrong with a tile meanwhile.
  func nextRow(_ row: Int, with worker: BandWorker) throws -> Finest.Row? {
    while true {
      let step = schedule.wait { schedule -> FillingStep? in
        if schedule.failure != nil { return .stop }
        if schedule.startFilling(row: row) { return .fill }
        return schedule.take().map { .help(.tile($0)) }
      }
      switch step {
      case .fill: return finest.place(of: row)
      case .help(let task): try perform(task, by: worker)
      case .stop: return nil
      }
    }
  }

  /// Fills a row in pieces, together with threads that have no tiles to work on.
  ///
  /// - Parameters:
  ///   - count: how many pieces there are.
  ///   - worker: of the thread that calls.
  ///   - body: fills one of them, counted from 0, on any thread.
  /// - Returns: whether all are filled; false when the cut has failed elsewhere.
  /// - Throws: what the closure says, and what goes wrong with a tile meanwhile.
  func share(
    _ count: Int, with worker: BandWorker, _ body: @escaping SharedPieces.Body
  ) throws -> Bool {
    schedule.change { $0.pieces.begin(count, body) }
    while true {
      let step = schedule.wait { schedule -> FillingStep? in
        if schedule.failure != nil { return .stop }
        if let piece = schedule.pieces.take() { return .help(.piece(piece)) }
        if schedule.pieces.areDone { return .fill }
        return schedule.take().map { .help(.tile($0)) }
      }
      switch step {
      case .fill: return true
      case .help(let task): try perform(task, by: worker)
      case .stop: return false
      }
    }
  }

  /// Every pixel of the picture in that row is where it belongs.
  ///
  /// - Parameters:
  ///   - row: of tiles, in stored order.
  ///   - worker: of the thread that calls.
  /// - Throws: what the encoder says.
  func rowIsFull(_ row: Int, with worker: BandWorker) throws {
    try finest.close(row: row, encoder: worker.encoder)
    schedule.change { $0.finishFilling(level: 0, row: row) }
  }
}

// MARK: - The side that works tiles off

extension BandPipeline {
  /// Shrinks a tile into the coarser level, encodes it and hands it to the sink.
  private func work(_ tile: BandSchedule.Tile, by worker: BandWorker) throws {
    if tile.level == 0 {
      try work(tile, of: finest, by: worker)
    } else {
      let level = coarser[tile.level - 1]
      sketch?.take(tile, from: level.place(of: tile.row))
      try work(tile, of: level, by: worker)
    }
  }

  private func work(
    _ tile: BandSchedule.Tile, of level: some CutLevel, by worker: BandWorker
  ) throws {
    if tile.level < coarser.count { try shrink(tile, of: level, worker.encoder) }
    try level.encode(tile, encoder: worker.encoder, upright: worker.upright) {
      try sink(geometry, tile, $0)
    }
    schedule.change { $0.finish(tile) }
  }

  private func shrink(
    _ tile: BandSchedule.Tile, of level: some CutLevel, _ encoder: any TileEncoder
  ) throws {
    let (fine, coarse) = (geometry.levels[tile.level], geometry.levels[tile.level + 1])
    let column = fine.across.destination(of: tile.column, in: coarse.across)
    let row = fine.down.destination(of: tile.row, in: coarse.down)
    let target = coarser[tile.level]
    level.halve(
      tile, into: target.place(of: row.tile),
      x: column.tile * geometry.tileSide + column.offset, y: row.offset)
    if let whole = schedule.change({ $0.shrunk(tile) }) {
      try target.close(row: whole, encoder: encoder)
      schedule.change { $0.finishFilling(level: tile.level + 1, row: whole) }
    }
  }
}
