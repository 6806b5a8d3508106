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
  /// The road of the page as it is drawn.
  private let drawn: () throws -> DrawnRoad

  /// Nil where the page is to be drawn.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - picture: that most of it is.
  ///   - size: of the page, in pixels: its own.
  ///   - facts: of the page.
  ///   - pages: how many the document has.
  ///   - opened: the document.
  ///   - drawn: makes the road that is taken where the JPEG turns out to be damaged.
  init?(
    _ page: PDFPage, _ picture: PagePicture, _ size: PixelSize, _ facts: PageFacts, pages: Int,
    _ opened: OpenSource, instead drawn: @escaping () throws -> DrawnRoad
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
      Self.isWhole(jpeg) && page.showsPlainly(picture, isGray: road.source.facts.bands == 1)
        || (try? Self.isAllThatIsSeen(JPEGSource(file), of: page)) == true
    else { return nil }
    self.road = road
    self.drawn = drawn
    source = road.source.asPage(facts, of: pages)
  }

  func prove() throws { try road.prove() }

  func run(into target: CutTarget) throws {
    do {
      try road.run(into: target)
    } catch {
      // As much of it as can be seen is drawn.
      guard CutFailure(error).cause == .source else { throw error }
      target.tell(otherRoad: "its JPEG is damaged, and the page is drawn")
      try drawn().run(into: target)
    }
  }

  /// Bytes that may stand behind a file's end.
  private static let padding: Set<UInt8> = [0, 0x0A, 0x0D, 0x20]

  /// Whether a file ends as it should: most of those that are damaged have been cut short.
  private static func isWhole(_ jpeg: [UInt8]) -> Bool {
    guard let last = jpeg.lastIndex(where: { !padding.contains($0) }), last > 0 else {
      return false
    }
    return jpeg[last - 1] == 0xFF && jpeg[last] == 0xD9
  }

  /// How far a sample may lie from what is drawn of it.
  private static let tolerance: Int32 = 4

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
        unsafe row.withUnsafeBufferPointer { samples in
          unsafe drawn.withUnsafeBufferPointer { drawn in
            unsafe isNear(samples, step: step, to: drawn, width: width)
          }
        }
      }
      guard isEqual else { return false }
    }
    return true
  }

  private static func isNear(
    _ samples: UnsafeBufferPointer<UInt8>, step: Int, to drawn: UnsafeBufferPointer<UInt8>,
    width: Int
  ) -> Bool {
    precondition(samples.count >= step * width && drawn.count >= 4 * width)
    guard let samples = samples.baseAddress, let drawn = drawn.baseAddress else { return true }
    let (green, blue) = step == 1 ? (0, 0) : (1, 2)
    var farthest: Int32 = 0
    for x in 0..<width {
      let (sample, seen) = unsafe (samples + step * x, drawn + 4 * x)
      let red = abs(Int32(unsafe sample[0]) - Int32(unsafe seen[0]))
      let other = max(
        abs(Int32(unsafe sample[green]) - Int32(unsafe seen[1])),
        abs(Int32(unsafe sample[blue]) - Int32(unsafe seen[2])))
      farthest = max(farthest, red, other)
    }
    return farthest <= tolerance
  }
}
