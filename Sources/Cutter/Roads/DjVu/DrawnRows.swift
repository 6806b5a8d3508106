import DecoderChildren
import DjVuFile
import Posix
import Sandbox

/// A page's rows as a program draws them, of colours or of black and white.
struct DrawnRows: RowsFile {
  private let pages: DjVuPages
  private let page: DjVuPage
  private let number: Int
  private let seconds: Int
  var road: SourceFacts.Road { .program }
  var bands: Int { page.hasColors ? 3 : 1 }

  init(_ pages: DjVuPages, _ page: DjVuPage, _ number: Int, within seconds: Int) {
    self.seconds = seconds
    self.pages = pages
    self.page = page
    self.number = number
  }

  func reader() throws -> any RowsReader {
    let (program, patience) = try pages.draw(number, page, within: seconds)
    let reader = DrawnRowsReader(
      program: program, number: number, rowLength: page.width * bands, patience: patience)
    let letters = page.hasColors ? "P6" : "P5"
    try reader.readHead("\(letters)\n\(page.width) \(page.height)\n255\n")
    return reader
  }
}

/// A picture that a program writes, row by row.
private struct DrawnRowsReader: RowsReader {
  let program: BoxedProgram
  let number: Int
  let rowLength: Int
  /// Seconds that it may take for all rows.
  let patience: Double
  private let end: Instant

  init(program: BoxedProgram, number: Int, rowLength: Int, patience: Double) {
    self.program = program
    self.number = number
    self.rowLength = rowLength
    self.patience = patience
    end = .now + .seconds(patience)
  }

  /// Reads the picture's head, which is known.
  func readHead(_ head: String) throws {
    let bytes = try next(head.utf8.count)
    guard !bytes.isEmpty else { throw nothing }
    guard bytes.elementsEqual(head.utf8) else {
      throw CutFailure(.source, "page \(number) is not as large as it says")
    }
  }

  func read(into target: BandRows, sharing share: Share) throws -> Bool {
    for row in target.rows {
      let samples = try next(rowLength)
      guard samples.count == rowLength else { throw nothing }
      target.put(row, samples.span)
    }
    return true
  }

  func finish() {}

  private func next(_ count: Int) throws -> [UInt8] {
    do throws(Errno) {
      return try program.read(count, until: end)
    } catch {
      guard error == .timedOut else { throw error }
      throw CutFailure.late("ddjvu", "draw page \(number)", after: patience)
    }
  }

  private var nothing: CutFailure {
    guard !program.isMissing else { return DjVuPages.noProgram }
    return CutFailure(
      .source,
      "ddjvu can't draw page \(number): it is damaged, or takes more memory or time than it may")
  }
}
