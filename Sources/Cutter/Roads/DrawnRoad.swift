import DecoderChildren
import PDFPages
import Pixels
import Sources
import TileGeometry

/// The road of a document's page: it is drawn in strips, from top to bottom.
struct DrawnRoad: CutRoad {
  let source: RoadSource
  var planes: PixelLayout? { nil }
  private let page: PDFPage
  private let size: PixelSize

  /// - Parameters:
  ///   - page: What is drawn.
  ///   - facts: What it says of itself.
  ///   - pages: How many the document has.
  ///   - opened: The document.
  ///   - size: Of the page, in pixels.
  /// - Throws: That it would be larger than it may be.
  init(
    _ page: PDFPage, _ facts: PageFacts, of pages: Int, _ opened: OpenSource, _ size: PixelSize
  ) throws {
    self.page = page
    self.size = size
    source = try RoadSource(
      opened, facts: SourceFacts(drawn: facts, size, pages: pages, opened.request.rules.recipe),
      stored: size, orientation: .upright, keptProfile: nil)
  }

  /// What a page has is known once it is loaded.
  func prove() {}

  func run(into target: CutTarget) throws {
    try target.cut(.rgbx) { pipeline in
      let finest = pipeline.geometry.levels[0]
      try pipeline.run(helpers: target.threads - 1) { worker in
        var strips = PageStrips(of: page, size)
        for row in 0..<finest.down.tiles {
          guard let band = try pipeline.nextRow(row, with: worker) else { return }
          for line in finest.down.picture(inTile: row) {
            try strips.withRow(row * target.tileSide + line) { drawn in
              unsafe drawn.withUnsafeBufferPointer { drawn in
                guard let base = drawn.baseAddress else { return }
                unsafe band.planes[0].address(x: 0, y: line).update(
                  from: base, count: drawn.count)
              }
            }
          }
          try pipeline.rowIsFull(row, with: worker)
          target.tell(pipeline.progress)
        }
      }
    }
  }
}
