import DecoderChildren
import Decoding
import Pixels

/// The fast road for JPEG sources: planes come in, planes are halved, and tiles are encoded from
/// planes; pixels never become RGB.
enum PlaneCut {
  /// Cuts a source whose header allows it; see ``JPEGHeader/planeLayout(for:)``.
  static func run(
    _ source: JPEGSource, through pipeline: BandPipeline, helpers: Int,
    report: (Double) -> Void
  ) throws {
    try source.start(layout: pipeline.layout)
    let finest = pipeline.geometry.levels[0]
    try pipeline.run(helpers: helpers) { worker in
      for row in 0..<finest.down.tiles {
        guard let band = try pipeline.nextBand(row: row, with: worker) else { return }
        try source.read(
          into: band, x: finest.across.lead, rows: finest.down.picture(inTile: row))
        try pipeline.bandIsFull(row: row, with: worker)
        report(pipeline.progress)
      }
    }
  }
}

/// The road of everything else: libvips decodes and converts, in rows, on threads of its own.
enum PixelCut {
  static func run(
    _ stream: PixelStream, through pipeline: BandPipeline, helpers: Int,
    report: (Double) -> Void
  ) throws {
    let down = pipeline.geometry.levels[0].down
    let x = pipeline.geometry.levels[0].across.lead
    try pipeline.run(helpers: helpers) { worker in
      var open: (row: Int, band: PixelBand)?
      try stream.read { rows in
        var next = rows.rows.lowerBound
        while next < rows.rows.upperBound {
          let place = next + down.lead
          let row = place / down.side
          if open == nil {
            guard let band = try pipeline.nextBand(row: row, with: worker) else {
              throw CutFailure(.interrupted, "stopped")
            }
            open = (row, band)
          }
          let end = min(rows.rows.upperBound, (row + 1) * down.side - down.lead)
          open?.band.copyRows(rows, next..<end, x: x, y: place % down.side)
          next = end
          if next + down.lead == (row + 1) * down.side || next == stream.height {
            try pipeline.bandIsFull(row: row, with: worker)
            open = nil
            report(pipeline.progress)
          }
        }
      }
    }
  }
}

extension PixelBand {
  fileprivate func copyRows(_ rows: PixelStream.Rows, _ chosen: Range<Int>, x: Int, y: Int) {
    rows.copy(chosen, into: self, x: x, y: y)
  }
}
