import DecoderChildren
import Decoding
import Encoding
import PNGRows
import Pixels
import PyramidFormat
import Sources
import TileGeometry

/// The road of everything else: libvips decodes and converts, in rows, on threads of its own.
struct PixelsRoad: CutRoad {
  let source: RoadSource
  private let opened: OpenSource
  var planes: PixelLayout? { nil }
  let foreign: ForeignSource
  /// What its profile says of its colors; nil where there is none, or where it can't be tried.
  let verdict: ProfileCheck.Verdict?
  private let recipe: PyramidRecipe

  /// - Parameters:
  ///   - opened: the source.
  ///   - colors: what it says of them that is not followed.
  /// - Throws: why it can't be read.
  init(_ opened: OpenSource, colors: PNGColors? = nil) throws {
    self.opened = opened
    let request = opened.request
    recipe = request.rules.recipe
    foreign = try ForeignSource(
      opened.source, format: opened.format, page: opened.pages[request.pageNumber - 1] + 1,
      dotsPerInch: request.rules.dotsPerInch)
    verdict = Self.verdict(on: foreign)
    source = try RoadSource(
      opened, foreign.header, verdict: verdict, profile: foreign.profile, colors: colors)
  }

  private static func verdict(on foreign: ForeignSource) -> ProfileCheck.Verdict? {
    guard foreign.header.color != .lab, let profile = foreign.profile else { return nil }
    let pixels: ProfileCheck.Pixels =
      switch foreign.header.color {
      case .rgb: .color
      case .gray: .gray
      case .deepGray, .deepRGB, .linearRGB, .yCbCr, .cmyk, .ycck, .lab, .manyBands, .unknown:
        .others
      }
    return try? ProfileCheck.verdict(on: profile, of: pixels)
  }

  /// The header of a TIFF can be read where its pixels can't.
  func prove() throws {
    guard foreign.header.format == .tiff else { return }
    try opened.checkScans()
    try foreign.checkFirstPixel()
  }

  func run(into target: CutTarget) throws {
    try opened.checkScans()
    ForeignSource.setThreads(target.threads)
    let stream = try foreign.converted(keepingProfile: recipe.keepsProfile)
    let layout = PixelLayout(
      samples: stream.bands, for: recipe, stored: source.stored, orientation: source.orientation)
    try target.cut(layout) { pipeline in
      let filler = try BandFiller(layout: layout, width: stream.width)
      let down = pipeline.geometry.levels[0].down
      let x = pipeline.geometry.levels[0].across.lead
      try pipeline.run(helpers: target.threads) { worker in
        var open: (row: Int, band: PixelBand)?
        try stream.read { rows in
          var next = rows.rows.lowerBound
          while next < rows.rows.upperBound {
            let place = next + down.lead
            let row = place / down.side
            if open == nil {
              guard let band = try pipeline.nextRow(row, with: worker) else {
                throw CutFailure(.interrupted, "stopped")
              }
              open = (row, band)
            }
            let end = min(rows.rows.upperBound, (row + 1) * down.side - down.lead)
            if let band = open?.band {
              rows.show(next..<end) { line, samples in
                filler.put(
                  samples, samples: stream.bands, into: band, x: x,
                  y: (line + down.lead) % down.side, isLast: line == stream.height - 1)
              }
            }
            next = end
            if next + down.lead == (row + 1) * down.side || next == stream.height {
              try pipeline.rowIsFull(row, with: worker)
              open = nil
              target.tell(pipeline.progress)
            }
          }
        }
      }
    }
  }
}
