import DecoderChildren
import Decoding
import PDFPages
import Pixels
import PyramidFormat
import Sources
import TileGeometry

/// The road of a page that shows one JPEG and nothing else: it is cut as that would be by itself.
struct EmbeddedRoad: CutRoad {
  let source: RoadSource
  var planes: PixelLayout? { nil }
  private let road: any CutRoad

  /// Nil where the page is to be drawn.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - picture: that most of it is.
  ///   - size: of the page, in pixels: its own.
  ///   - facts: of the page.
  ///   - pages: how many the document has.
  ///   - opened: the document.
  init?(
    _ page: PDFPage, _ picture: PagePicture, _ size: PixelSize, _ facts: PageFacts, pages: Int,
    _ opened: OpenSource
  ) {
    let recipe = opened.request.rules.recipe
    guard [.auto, .jpeg].contains(recipe.format), !recipe.keepsProfile,
      let scratch = opened.source.scratch, let jpeg = page.jpeg(of: picture)
    else { return nil }
    // What keeps it from being taken over is no reason not to draw it.
    guard let file = try? scratch.filled(with: jpeg),
      let road = try? OpenSource(embedded: file, in: opened).road(),
      road is PlanesRoad || road is ScanRoad, road.source.orientation.isUpright,
      road.source.facts.width == Int(size.width), road.source.facts.height == Int(size.height),
      (try? Self.isAllThatIsSeen(JPEGSource(file), of: page)) == true
    else { return nil }
    self.road = road
    source = road.source.asPage(facts, of: pages)
  }

  func prove() throws { try road.prove() }

  func run(into target: CutTarget) throws { try road.run(into: target) }

  /// How far a sample may lie from what is drawn of it.
  private static let tolerance = 4

  /// Whether the page shows a picture pixel by pixel: whatever lies over it, hides a part of it or
  /// moves its colors shows here.
  private static func isAllThatIsSeen(_ jpeg: JPEGSource, of page: PDFPage) throws -> Bool {
    let (width, height) = (jpeg.header.width, jpeg.header.height)
    let step = try jpeg.startPixels()
    var strips = PageStrips(of: page, PixelSize(width: Int64(width), height: Int64(height)))
    var row = [UInt8](repeating: 0, count: width * step)
    for y in 0..<height {
      var span = row.mutableSpan
      try jpeg.readPixels(into: &span)
      let isEqual = try strips.withRow(y) { drawn in
        isNear(row.span, step: step, to: drawn, width: width)
      }
      guard isEqual else { return false }
    }
    return true
  }

  private static func isNear(
    _ samples: Span<UInt8>, step: Int, to drawn: Span<UInt8>, width: Int
  ) -> Bool {
    var farthest = 0
    for x in 0..<width {
      for channel in 0..<3 {
        let sample = Int(samples[x * step + (step == 1 ? 0 : channel)])
        farthest = max(farthest, abs(sample - Int(drawn[4 * x + channel])))
      }
    }
    return farthest <= tolerance
  }
}
