import DecoderChildren
import Decoding
import JPEGScan
import Pixels
import Posix
import PyramidFormat
import Sources
import TileGeometry

/// The road of most photographs, whose finest level takes over the source's own code words.
///
/// The next level is made of its coefficients: nothing is decoded to pixels and encoded again.
struct ScanRoad: CutRoad {
  let source: RoadSource
  var planes: PixelLayout? { decoding.layout }
  /// The road that repairs, or complains, where the scan turns out to be irregular.
  private let decoding: PlanesRoad
  private let header: ScanHeader
  private let file: ScanFile

  /// - Parameters:
  ///   - opened: the source.
  ///   - planes: the road that it would go otherwise.
  /// - Throws: ``ScanIrregular`` with the reason why it does go otherwise.
  init(_ opened: OpenSource, instead planes: PlanesRoad) throws {
    let recipe = opened.request.rules.recipe
    guard planes.source.orientation.isUpright else {
      throw ScanIrregular("it is to be turned upright")
    }
    file = try ScanFile(opened)
    header = try file.header()
    let stored = planes.source.stored
    guard Int64(header.width) == stored.width, Int64(header.height) == stored.height,
      header.canHave(planes.layout)
    else { throw ScanIrregular("its size or its sampling is told in two ways") }
    let isWorthIt = header.isWorthKeeping(
      atQuality: recipe.quality, pixelsOfChroma: recipe.chroma.across * recipe.chroma.down)
    guard recipe.base == .source || isWorthIt else {
      throw ScanIrregular("it is much finer than quality \(recipe.quality)")
    }
    decoding = planes
    source = planes.source.onCodeWords(recipe, byteCount: opened.byteCount)
  }

  func prove() { decoding.prove() }

  func run(into target: CutTarget) throws {
    do {
      try cut(into: target)
    } catch let reason as ScanIrregular {
      target.tell(reason)
      try decoding.run(into: target)
    }
  }

  private func cut(into target: CutTarget) throws {
    let side = target.tileSide
    let quartersChroma = decoding.layout == .yCbCr(.quartered)
    var reader = try ScanReader(
      header, file.input(from: header), tileSide: side, quartersChroma: quartersChroma)
    try target.cut(
      decoding.layout, finestChroma: header.chroma,
      finest: { _ in try ScanLevel(header, tileSide: side, quartersChroma: quartersChroma) }
    ) { pipeline in
      try pipeline.run(helpers: target.threads - 1) { worker in
        for row in 0..<reader.rows {
          guard let place = try pipeline.nextRow(row, with: worker) else { return }
          try reader.read(row: row, into: place)
          try pipeline.rowIsFull(row, with: worker)
          target.tell(pipeline.progress)
        }
      }
    }
  }
}
