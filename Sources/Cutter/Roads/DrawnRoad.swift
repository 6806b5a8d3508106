import DecoderChildren
import PDFPages
import Pixels
import PyramidFormat
import Sources
import TileGeometry

/// The road of a document's page: it is drawn in strips, from top to bottom.
struct DrawnRoad: CutRoad {
  let source: RoadSource
  var planes: PixelLayout? { nil }
  private let page: PDFPage
  private let size: PixelSize
  private let scan: PagePicture?
  private let recipe: PyramidRecipe

  /// - Parameters:
  ///   - page: what is drawn.
  ///   - facts: what it says of itself.
  ///   - pages: how many the document has.
  ///   - opened: the document.
  ///   - size: of the page, in pixels.
  ///   - scan: the picture that is all there is to see of it; nil for other pages.
  /// - Throws: that it would be larger than it may be.
  init(
    _ page: PDFPage, _ facts: PageFacts, of pages: Int, _ opened: OpenSource, _ size: PixelSize,
    scan: PagePicture?
  ) throws {
    self.page = page
    self.size = size
    self.scan = scan
    recipe = opened.request.rules.recipe
    source = try RoadSource(
      opened, facts: SourceFacts(drawn: facts, size, pages: pages, recipe),
      stored: size, orientation: .upright, keptProfile: nil)
  }

  /// What a page has is known once it is loaded.
  func prove() {}

  func run(into target: CutTarget) throws {
    var strips = PageStrips(of: page, size)
    let tiles =
      recipe.format == .auto
      ? try TileTrial(size, tileSide: target.tileSide).winner(&strips, quality: recipe.quality)
      : nil
    try target.cut(.rgbx, into: tiles) { pipeline in
      let finest = pipeline.geometry.levels[0]
      try pipeline.run(helpers: target.threads - 1) { worker in
        // Pictures that can't be decoded are left out where a page is drawn.
        var isBlank = scan != nil
        for row in 0..<finest.down.tiles {
          guard let band = try pipeline.nextRow(row, with: worker) else { return }
          for line in finest.down.picture(inTile: row) {
            try strips.withRow(row * target.tileSide + line) { drawn in
              if isBlank { isBlank = Self.isWhite(drawn) }
              unsafe drawn.withUnsafeBufferPointer { drawn in
                guard let base = drawn.baseAddress else { return }
                unsafe band.planes[0].address(x: 0, y: line).update(
                  from: base, count: drawn.count)
              }
            }
          }
          if isBlank, row == finest.down.tiles - 1, let scan, !page.canDecode(scan) {
            throw CutFailure(.source, "the picture that the page shows can't be decoded")
          }
          try pipeline.rowIsFull(row, with: worker)
          target.tell(pipeline.progress)
        }
      }
    }
  }

  private static func isWhite(_ row: Span<UInt8>) -> Bool {
    for x in 0..<row.count / 4 {
      guard row[4 * x] & row[4 * x + 1] & row[4 * x + 2] == 0xFF else { return false }
    }
    return true
  }
}
