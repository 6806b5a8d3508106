import DecoderChildren
import JPEGScan
import Pixels
import TileGeometry

/// What is shown of a large photograph while it is cut: its levels from an eighth on, made of the
/// means of its blocks.
///
/// They are as good as those of the pyramid, but not the same to the last bit: nothing keeps them.
struct ScanPreview {
  private let scan: ScanSource
  private let layout: PixelLayout
  /// Whether tiles can be made of parts of the scan.
  private let hasTiles: Bool
  private let isMirrored: Bool

  /// - Parameters:
  ///   - opened: the source.
  ///   - road: that it goes.
  /// - Throws: `ScanIrregular` for a source that has no such means, or why it can't be read.
  init(_ opened: OpenSource, on road: any CutRoad) throws {
    guard let layout = road.planes else { throw ScanIrregular("it is no JPEG file of planes") }
    self.layout = layout
    hasTiles = road is ScanRoad
    isMirrored = road.source.orientation.mirrorsColumns
    scan = try ScanSource(opened, as: road.source, layout: layout)
  }

  /// Makes the levels.
  ///
  /// - Parameter target: whose finest level is an eighth.
  /// - Returns: where the finest level's tiles lie in the scan; nil where they are not made of parts of it.
  /// - Throws: `ScanIrregular`, or why they can't be made or stored.
  func run(into target: CutTarget) throws -> ScanIndex? {
    var reader = try MeanReader(
      scan.header, scan.input, quartersChroma: layout == .yCbCr(.quartered),
      indexing: hasTiles ? target.tileSide : nil, isMirrored: isMirrored, parts: target.threads,
      readAll: ScanSource.readAll)
    try target.cut(layout) { pipeline in
      try pipeline.run(helpers: target.threads - 1) { worker in
        var rows = PreviewRows(pipeline.geometry.levels[0])
        var band: PixelBand?
        while try reader.readStrip() {
          for row in 0..<rows.count(in: reader.strip) {
            if rows.isFirstOfBand {
              guard let next = try pipeline.nextRow(rows.band, with: worker) else { return }
              band = next
            }
            if let band { rows.copy(row, of: reader.strip, into: band) }
            if rows.isLastOfBand { try pipeline.rowIsFull(rows.band, with: worker) }
            rows.advance()
          }
          target.tell(pipeline.progress)
        }
      }
    }
    return reader.index
  }
}

/// Where the rows of a preview go as they come.
private struct PreviewRows {
  private let across: BandGeometry.Axis
  private let down: BandGeometry.Axis
  /// The next row, in stored order.
  private var next = 0

  init(_ level: BandGeometry.Level) {
    across = level.across
    down = level.down
  }

  private var place: Int { down.lead + next }
  var band: Int { place / down.side }
  var isFirstOfBand: Bool { next == 0 || place % down.side == 0 }
  var isLastOfBand: Bool { next == down.length - 1 || place % down.side == down.side - 1 }

  /// How many of a strip's rows are picture.
  func count(in strip: MeanStrip) -> Int { min(strip.planes[0].rows, down.length - next) }

  mutating func advance() { next += 1 }

  /// Copies a row of luma, and the chroma that it shares with another one.
  ///
  /// Where the picture begins between two samples of chroma, there is one more of them than the strips
  /// have: the last is for both.
  func copy(_ row: Int, of strip: MeanStrip, into band: PixelBand) {
    for (from, plane) in zip(strip.planes, band.planes) {
      let round = (1 << plane.shift) - 1
      let first = across.lead >> plane.shift
      let end = (across.lead + across.length + round) >> plane.shift
      let target = unsafe plane.address(x: across.lead, y: place % down.side)
      let source = unsafe from.row(row >> plane.shift)
      let count = min(from.width, end - first)
      unsafe target.update(from: source, count: count)
      for column in count..<(end - first) { unsafe target[column] = source[count - 1] }
    }
  }
}
