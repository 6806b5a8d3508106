import BookText
import Books
import DecoderChildren
import Decoding
import DjVuFile
import Pixels
import Posix
import PyramidFormat
import Sandbox
import Sources
import TileGeometry

/// The pages of a DjVu document: where they lie and how large they are is read here, and what they show
/// by a program of its own, which is given no other part of the file.
struct DjVuPages {
  /// Bytes of a page's picture, with what it shares with others.
  private static let longestPage: Int64 = 256 << 20
  private static let piece: Int64 = 1 << 20
  static let noProgram = CutFailure(
    .environment(.noSuchFile, at: .decoder), "there is no program that reads DjVu files")

  private let document: DjVuDocument
  private let source: PlacedBytes
  private let program: BoxedProgram?

  /// - Parameter source: the open file.
  /// - Throws: what keeps it from being read.
  init(_ source: SourceCopies) throws {
    let file = try PlacedBytes(of: source)
    document = try DjVuDocument(byteCount: file.byteCount) {
      try file.bytes(at: $0, count: $1)
    }
    self.source = file
    program = source.program
  }

  /// How a page is cut.
  ///
  /// - Parameter opened: the document.
  /// - Returns: the road of what the program draws.
  /// - Throws: what keeps it from being cut.
  func road(of opened: OpenSource) throws -> any CutRoad {
    let number = opened.request.pageNumber
    if let refusal = SourceRefusal(page: number, of: pageCount) {
      throw CutFailure(refusal, by: opened.request.limits)
    }
    let page = try document.page(number)
    let recipe = opened.request.rules.recipe
    let facts = SourceFacts(page, pages: pageCount, recipe)
    let road = try RoadSource(
      opened, facts: facts,
      stored: PixelSize(width: Int64(page.width), height: Int64(page.height)),
      orientation: .upright, keptProfile: nil)
    let seconds = opened.request.limits.processorSeconds(for: facts, threads: 1)
    return RowsRoad(DrawnRows(self, page, number, within: seconds), of: road, recipe: recipe)
  }

  /// Has a page drawn.
  ///
  /// - Parameters:
  ///   - number: from 1.
  ///   - page: what it says of itself.
  ///   - seconds: of a processor that this may take.
  /// - Returns: the program, which writes a PPM, or a PGM of what is black and white.
  /// - Throws: what keeps it from being drawn.
  func draw(_ number: Int, _ page: DjVuPage, within seconds: Int) throws -> BoxedProgram {
    try begin(
      [
        "-format=\(page.hasColors ? "ppm" : "pgm")", "-page=\(number)", "-subsample=1",
        BoxedProgram.documentPath,
      ], with: try document.partsDrawing(page: number), within: seconds)
  }

  /// Begins the program.
  ///
  /// - Parameters:
  ///   - words: that it is told.
  ///   - parts: of the document that it is given; where others lie are zeros.
  ///   - seconds: of a processor that this may take.
  /// - Returns: the program.
  /// - Throws: that it is given too much, or can't be begun.
  private func begin(
    _ words: [String], with parts: [Range<Int64>], within seconds: Int
  ) throws -> BoxedProgram {
    guard let program else { throw Self.noProgram }
    let length = parts.reduce(0) { $0 + Int64($1.count) }
    guard length <= Self.longestPage else {
      throw CutFailure(
        .limit, "\(length) bytes of a page, more than the limit of \(Self.longestPage)")
    }
    try program.setLength(source.byteCount)
    for part in parts {
      for start in stride(from: part.lowerBound, to: part.upperBound, by: Int(Self.piece)) {
        let count = Int(min(Self.piece, part.upperBound - start))
        let bytes = try source.bytes(at: start, count: count)
        try unsafe program.write(bytes.span.bytes, at: start)
      }
    }
    try program.begin(words, processorSeconds: seconds)
    return program
  }
}

extension DjVuPages: DescribedDocument {
  var pageCount: Int { document.pageCount }

  func describe(
    in head: inout DocumentHead, labels readsLabels: Bool, outline readsOutline: Bool
  ) {
    head.kind = .djvu
  }

  /// Their sizes are known as soon as they are asked for.
  func foresee(in head: inout DocumentHead, _ request: SourceRequest) {}

  func description(ofPage page: Int, _ request: SourceRequest) throws -> DocumentReport.Page {
    do {
      let page = try document.page(page)
      guard page.width * page.height <= request.limits.pixels(of: .djvu) else { return .unknown }
      let size = PixelSize(width: Int64(page.width), height: Int64(page.height))
      return DocumentReport.Page(PageSize(size, density: Double(page.dotsPerInch)))
    } catch is DjVuIrregular {
      // Whoever has it cut is told what is wrong with it.
      return .unknown
    }
  }

  func text(ofPage page: Int) throws -> PageText? { PageText() }
}

extension SourceFacts {
  /// What a page says of itself that another program draws.
  fileprivate init(_ page: DjVuPage, pages: Int, _ recipe: PyramidRecipe) {
    let costs = CutCosts.program(pixels: page.width * page.height)
    self.init(
      format: SourceFormat.djvu.rawValue, width: page.width, height: page.height,
      color: page.hasColors ? .rgb : .gray, chroma: nil, samples: "8-bit",
      bands: page.hasColors ? 3 : 1, hasAlpha: false, orientation: 1, pages: pages,
      profile: "none", road: .program, isHeldWhole: true, estimatedMemory: costs.libraries)
    estimate(recipe, costs, bytesPerPixel: page.hasColors ? 4 : 1)
  }
}
