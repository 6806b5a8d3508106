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
/// and say by a program of its own, which is given no other part of the file.
final class DjVuPages {
  /// Bytes that a program is given.
  private static let most: Int64 = 256 << 20
  private static let piece: Int64 = 1 << 20
  /// Bytes that are heard of one.
  private static let longestAnswer = 48 << 20
  /// Seconds of a processor; who waits for it waits for longer, and what was said until then is of use.
  private static let secondsOfAnswer = 5
  /// How much of the time for a page, or for an answer, its program has: in what is left it is told
  /// that it took longer.
  private static let patience = 0.75
  static let noProgram = CutFailure(
    .environment(.noSuchFile, at: .decoder), "there is no program that reads DjVu files")

  let document: DjVuDocument
  private let source: PlacedBytes
  private let program: BoxedProgram?
  private let limits: CutLimits
  /// The last page that the program was asked about, where it was: it begins once.
  private(set) var lastPage: Int
  /// What it has said of pages in words.
  private var told: Result<ToldPages, any Error>?
  private var texts: [Int: PageText] = [:]
  private var hasReadTexts = false

  /// - Parameters:
  ///   - source: the open file.
  ///   - limits: what it may cost.
  /// - Throws: what keeps it from being read.
  init(_ source: SourceCopies, _ limits: CutLimits) throws {
    self.limits = limits
    let file = try PlacedBytes(of: source)
    document = try DjVuDocument(byteCount: file.byteCount) {
      try file.bytes(at: $0, count: $1)
    }
    self.source = file
    program = source.program
    lastPage = document.pageCount
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
  /// - Returns: the program, which writes a PPM, or a PGM of what is black and white, and for how many
  ///   seconds it is waited for.
  /// - Throws: what keeps it from being drawn.
  func draw(
    _ number: Int, _ page: DjVuPage, within seconds: Int
  ) throws -> (program: BoxedProgram, patience: Double) {
    let program = try begin(
      [
        "-format=\(page.hasColors ? "ppm" : "pgm")", "-page=\(number)", "-subsample=1",
        BoxedProgram.documentPath,
      ], with: try document.partsDrawing(page: number), hasOutline: false, within: seconds)
    return (program, Self.patience * limits.deadline(pixels: page.width * page.height))
  }

  /// Begins the program.
  ///
  /// - Parameters:
  ///   - words: that it is told.
  ///   - parts: of the document that it is given; where others lie are zeros.
  ///   - hasOutline: whether the outline is among them.
  ///   - seconds: of a processor that this may take.
  /// - Returns: the program.
  /// - Throws: that it is given too much, or can't be begun.
  private func begin(
    _ words: [String], with parts: [Range<Int64>], hasOutline: Bool, within seconds: Int
  ) throws -> BoxedProgram {
    guard let program else { throw Self.noProgram }
    let length = parts.reduce(0) { $0 + Int64($1.count) }
    guard length <= Self.most else {
      throw CutFailure(.limit, "\(length) bytes of a page, more than the limit of \(Self.most)")
    }
    try program.setLength(source.byteCount)
    if let place = document.missingBeginning(hasOutline: hasOutline) {
      let beginning = DjVuDocument.partBeginning
      try unsafe program.write(beginning.span.bytes, at: place)
    }
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

  /// Asks the program several things at once.
  ///
  /// - Parameters:
  ///   - questions: in the words of `djvused`.
  ///   - pages: that they are about.
  ///   - hasOutline: whether they are about the outline too.
  /// - Returns: what it has said to each; fewer where it has ended before, with the reason.
  /// - Throws: that it can't be asked, or says nothing for too long.
  func ask(
    _ questions: [String], about pages: [Int], hasOutline: Bool = false
  ) throws -> (answers: [ArraySlice<UInt8>], trouble: String?) {
    // Behind each answer it is made to say twice how many pages there are.
    let program = try begin(
      [BoxedProgram.documentPath, "-e", questions.map { $0 + "; n; n" }.joined(separator: ";")],
      with: document.partsReading(pages: pages, hasOutline: hasOutline), hasOutline: hasOutline,
      within: Self.secondsOfAnswer)
    let patience = Self.patience * limits.seconds
    let (answer, isInTime) = try program.read(
      upTo: Self.longestAnswer, until: .now + .seconds(patience))
    guard !answer.isEmpty || !program.isMissing else { throw Self.noProgram }
    let parts = DjVuAnswer.parts(of: answer, mark: pageCount)
    let place = pages.first.map { "of page \($0)" } ?? "of the document"
    guard parts.count < questions.count else { return (parts, nil) }
    guard isInTime else {
      let late = CutFailure.late("djvused", "tell \(place)", after: patience)
      guard !parts.isEmpty else { throw late }
      return (parts, late.words)
    }
    let reason = program.complaint ?? "it ended before it was done"
    return (parts, "djvused can't tell all \(place): \(reason)")
  }
}

extension DjVuPages: DescribedDocument {
  var pageCount: Int { document.pageCount }

  func describe(
    in head: inout DocumentHead, labels readsLabels: Bool, outline readsOutline: Bool
  ) {
    head.kind = .djvu
    // Without names for a reason: nothing is asked of the program any more.
    guard readsLabels else { return told = .success(ToldPages()) }
    do {
      try toldPages(from: 1).describe(in: &head)
    } catch {
      // What only it could tell is missing; pages are shown all the same.
      head.missing = CutFailure(error).words
    }
  }

  /// Their sizes are known as soon as they are asked for.
  func foresee(in head: inout DocumentHead, _ request: SourceRequest) {}

  func description(ofPage number: Int, _ request: SourceRequest) throws -> DocumentReport.Page {
    do {
      let page = try document.page(number)
      guard page.width * page.height <= request.limits.pixels(of: .djvu) else { return .unknown }
      let size = PageSize(
        PixelSize(width: Int64(page.width), height: Int64(page.height)),
        density: Double(page.dotsPerInch))
      do {
        let links = try toldPages(from: number).links(of: number, frame: DjVuFrame(page))
        return DocumentReport.Page(size, links: links)
      } catch let late as CutFailure where late.cause == .deadline {
        return DocumentReport.Page(size)
      }
    } catch is DjVuIrregular {
      // Whoever has it cut is told what is wrong with it.
      return .unknown
    }
  }

  /// What is said of some pages: those that the program is asked about at once.
  private func toldPages(from first: Int) throws -> ToldPages {
    if let told { return try told.get() }
    let pages = first...min(pageCount, first + ToldPages.most - 1)
    let found = Result { try ToldPages(of: pages, in: self) }
    told = found
    lastPage = (try? found.get().lastPage) ?? pages.upperBound
    return try found.get()
  }

  func text(ofPage number: Int) throws -> PageText? {
    if !hasReadTexts { try readTexts(from: number) }
    return texts[number]
  }

  /// Has the words of some pages read, as many as it can be told at once.
  private func readTexts(from first: Int) throws {
    hasReadTexts = true
    let pages = first...min(pageCount, first + ToldPages.mostTexts - 1)
    var asked: [Int] = []
    for number in pages {
      // A page that can't be read has no words.
      if document.hasWords(page: number) {
        asked.append(number)
      } else {
        texts[number] = PageText()
      }
    }
    lastPage = pages.upperBound
    guard !asked.isEmpty else { return }
    let answers: [ArraySlice<UInt8>]
    do {
      answers = try ask(asked.map { "select \($0); print-txt" }, about: asked).answers
    } catch let late as CutFailure where late.cause == .deadline {
      // All that were asked about are given up: waiting as long for each would keep others waiting.
      return
    }
    for (number, part) in zip(asked, answers) {
      guard let page = try? document.page(number),
        let zone = try? DjVuExpression.all(in: part).first
      else { continue }
      texts[number] = PageText(djvu: zone, on: DjVuFrame(page))
    }
    // Behind the first that has none it is begun anew: one that it ends over takes no other along.
    if let missing = pages.first(where: { texts[$0] == nil }) { lastPage = missing }
  }
}

extension CutFailure {
  /// A program says nothing, and is ended with this process.
  ///
  /// - Parameters:
  ///   - program: its name.
  ///   - work: what it was to do.
  ///   - seconds: that it was waited for.
  /// - Returns: that with both named.
  static func late(_ program: String, _ work: String, after seconds: Double) -> CutFailure {
    CutFailure(
      .deadline, "\(program) took longer than \(Int(seconds)) s to \(work) and was stopped")
  }
}

extension DjVuFrame {
  init(_ page: DjVuPage) {
    self.init(width: page.width, height: page.height, quarterTurns: page.quarterTurns)
  }
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
    if recipe.format == .auto { estimatedMemory += Int64(DrawnRows.heldBytes(of: page)) }
    estimate(recipe, costs, bytesPerPixel: 4)
  }
}
