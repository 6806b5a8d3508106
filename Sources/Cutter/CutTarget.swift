import DecoderChildren
import Pixels
import Posix
import PyramidFile
import PyramidFormat
import Sources
import Synchronization
import TileGeometry

/// Where a road's pixels go: through bands and encoders into the pyramid's file.
final class CutTarget {
  let threads: Int
  private let request: CutRequest
  private let source: RoadSource
  private let description: PyramidDescription
  private let report: (CutAnswer) -> Void
  private let output: FileDescriptor
  /// The reduction of the finest level that is written.
  private let finest: Reduction
  /// What of all progress is made here.
  private let shares: ClosedRange<Double>
  /// Who gives tiles before their turn; nil where nobody does, or any more.
  private var wishes: WishedTiles?
  private var sketch: BandSketch?
  private var nextSketch = Instant.now
  private static let sketchPause = Duration.milliseconds(700)

  /// - Parameters:
  ///   - output: an empty file; for a preview, one as long as it may become.
  ///   - request: what was asked for.
  ///   - source: what the road found.
  ///   - description: what the pyramid is to say of itself.
  ///   - finest: the reduction of the first level that is written: a preview's tables tell of all
  ///     levels, and leave out the tiles of those that are finer.
  ///   - shares: what of all progress is made here, from 0 to 1.
  ///   - wishes: who gives tiles before their turn.
  ///   - report: told of progress.
  init(
    _ output: consuming FileDescriptor, _ request: CutRequest, _ source: RoadSource,
    description: PyramidDescription, finest: Reduction = .full,
    shares: ClosedRange<Double> = 0...1, wishes: WishedTiles? = nil,
    report: @escaping (CutAnswer) -> Void
  ) {
    self.wishes = wishes
    self.output = output
    self.finest = finest
    self.shares = shares
    self.request = request
    self.source = source
    self.description = description
    self.report = report
    threads = request.threads
  }

  /// Tells that the source can't be cut on its road after all.
  func tell(otherRoad reason: some CustomStringConvertible) {
    report(.otherRoad(reason.description))
    // Its tiles will be other ones.
    wishes = nil
  }

  /// Tells how far the cut has come, as a share of its tiles, and now and then what there is to see;
  /// and gives the tiles that were wished for meanwhile.
  func tell(_ share: Double) {
    report(.progress(shares.lowerBound + share * (shares.upperBound - shares.lowerBound)))
    wishes?.answer()
    guard Instant.now >= nextSketch, let jpeg = sketch?.news() else { return }
    nextSketch = .now + Self.sketchPause
    if let sketch = Sketch(jpeg) { report(.sketch(sketch)) }
  }

  /// Writes the pyramid.
  ///
  /// - Parameters:
  ///   - layout: of the bands that the road fills.
  ///   - tiles: what its tiles are; nil where the recipe says so.
  ///   - fill: runs the pipeline to its end.
  /// - Throws: why the pyramid can't be made or stored.
  func cut(
    _ layout: PixelLayout, into tiles: WrittenTiles? = nil,
    _ fill: (BandPipeline<BandLevel>) throws -> Void
  ) throws {
    try cut(
      layout, into: tiles, finest: { BandLevel($0.levels[0], of: $0, layout: layout) }, fill)
  }

  /// Writes the pyramid, whatever an earlier road has left in its file.
  ///
  /// - Parameters:
  ///   - layout: of the coarser levels' bands.
  ///   - tiles: what its tiles are; nil where the recipe says so.
  ///   - finestChroma: how the finest level's chroma is sampled, where that may be another way.
  ///   - finest: makes what the road fills.
  ///   - fill: runs the pipeline to its end.
  /// - Throws: why the pyramid can't be made or stored.
  func cut<Finest: CutLevel>(
    _ layout: PixelLayout, into tiles: WrittenTiles? = nil, finestChroma: ChromaSampling? = nil,
    finest: (BandGeometry) throws -> Finest,
    _ fill: (BandPipeline<Finest>) throws -> Void
  ) throws {
    guard let name = FilePath("its pyramid"),
      let upright = ImageSize(
        width: Int64(source.facts.width), height: Int64(source.facts.height))
    else { throw CutFailure(.source, "there is no such size") }
    let recipe = request.source.rules.recipe
    let tiles = tiles ?? WrittenTiles(of: layout, by: recipe)
    let writer = PyramidWriter(
      try emptied(), path: name,
      layout: try PyramidLayout(
        ladder: Ladder(imageSize: upright, tileSize: recipe.tileSize), tiles: tiles.kind,
        finestChroma: finestChroma, description: description, profile: source.keptProfile),
      finest: self.finest)
    let profile = source.keptProfile.flatMap { ColorProfile($0) }
    let sink = TileSink(writer)
    let geometry = BandGeometry(
      stored: source.stored, orientation: source.orientation, tileSize: recipe.tileSize,
      finest: self.finest)
    let isShown = request.wantsSketches && self.finest == .full
    sketch = isShown ? BandSketch(geometry, layout: layout) : nil
    let pipeline = BandPipeline(
      geometry: geometry,
      finest: try finest(geometry),
      layout: layout,
      sketch: sketch,
      makeEncoder: { try tiles.encoder(of: layout, side: geometry.tileSide, profile) },
      sink: { try sink.write($1, of: $0, $2) })
    try sink.blamed { try fill(pipeline) }
    _ = try writer.finish()
  }

  /// A tile's side in pixels.
  var tileSide: Int { Int(request.source.rules.recipe.tileSize.side) }

  private func emptied() throws(CutFailure) -> FileDescriptor {
    do throws(Errno) {
      // A preview's file is written once, and stays as long as it was made.
      if finest == .full { try output.empty() }
      return try output.duplicated()
    } catch {
      throw CutFailure(storing: error)
    }
  }
}

/// Where the tiles of a cut go, from all its threads, and why they could not.
final class TileSink: Sendable {
  private let writer: PyramidWriter
  private let refusal = Mutex<CutFailure?>(nil)

  init(_ writer: PyramidWriter) { self.writer = writer }

  /// Writes a tile to its place in the upright pyramid.
  func write(
    _ tile: BandSchedule.Tile, of geometry: BandGeometry, _ bytes: Span<UInt8>
  ) throws(PyramidWriteError) {
    do {
      unsafe try writer.append(
        bytes.bytes,
        at: geometry.address(level: tile.level, column: tile.column, row: tile.row))
    } catch {
      if case .file(let error) = error {
        refusal.withLock { $0 = $0 ?? CutFailure(storing: error.errno) }
      }
      throw error
    }
  }

  /// Runs a cut.
  ///
  /// After one thread's tile was refused the others' are too, and whose error comes first hangs on
  /// luck: the cause is what the system said.
  func blamed(_ cut: () throws -> Void) throws {
    do {
      try cut()
    } catch {
      throw refusal.withLock { $0 } ?? error
    }
  }
}
