import Imaging

/// The fast road for JPEG sources: planes come in, planes are halved, and tiles are encoded from
/// planes; pixels never become RGB.
enum PlaneCut {
  /// Cuts a source whose header allows it; see ``JPEGHeader/planeLayout(for:)``.
  static func run(_ source: JPEGSource, through pipeline: BandPipeline, helpers: Int) throws {
    try source.start(layout: pipeline.layout)
    let finest = pipeline.geometry.levels[0]
    try pipeline.run(helpers: helpers) { worker in
      for row in 0..<finest.down.tiles {
        guard let band = try pipeline.nextBand(row: row, with: worker) else { return }
        try source.read(
          into: band, x: finest.across.lead, rows: finest.down.picture(inTile: row))
        pipeline.bandIsFull(row: row)
      }
    }
  }
}
