import DecoderChildren
import DjVuFile
import Posix
import Sandbox
import TileGeometry

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
      of: program, number, width: page.width, height: page.height, bands: bands, for: patience)
    let letters = page.hasColors ? "P6" : "P5"
    try reader.readHead("\(letters)\n\(page.width) \(page.height)\n255\n")
    return reader
  }

  /// Bytes of a page's rows that are held to find out what its tiles are best made.
  ///
  /// All of an A4 page of 600 dots per inch in colors are so many; of a larger one the first rows
  /// stand for all.
  private static let mostHeld = 128 << 20

  fileprivate static func heldRows(width: Int, height: Int, bands: Int) -> Int {
    min(height, mostHeld / (width * bands))
  }

  /// What they come to.
  ///
  /// - Parameter page: whose they are.
  /// - Returns: bytes.
  static func heldBytes(of page: DjVuPage) -> Int {
    let bands = page.hasColors ? 3 : 1
    return bands * page.width
      * heldRows(width: page.width, height: page.height, bands: bands)
  }
}

/// A picture that a program writes, row by row.
private final class DrawnRowsReader: RowsReader {
  private let program: BoxedProgram
  private let number: Int
  private let width: Int
  private let height: Int
  private let bands: Int
  /// Seconds that it may take for all rows.
  private let patience: Double
  private let end: Instant
  /// The first rows, where they were looked at already; let go of when the last of them is read.
  private var held = HeldRows()

  init(
    of program: BoxedProgram, _ number: Int, width: Int, height: Int, bands: Int,
    for patience: Double
  ) {
    self.program = program
    self.number = number
    self.width = width
    self.height = height
    self.bands = bands
    self.patience = patience
    end = .now + .seconds(patience)
  }

  func suitingTiles(side: Int, quality: Int) throws -> WrittenTiles? {
    let rows = DrawnRows.heldRows(width: width, height: height, bands: bands)
    let bytes = try next(rows * rowLength)
    guard bytes.count == rows * rowLength else { throw nothing }
    held = HeldRows(bytes: bytes, rowLength: rowLength, bands: bands)
    let size = PixelSize(width: Int64(width), height: Int64(rows))
    return try TileTrial(size, tileSide: side).winner(
      &held, quality: quality, isGray: bands == 1)
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
    try target.fill { put in
      for row in target.rows {
        if row < held.count {
          put(row, 0, held.row(row).span)
          continue
        }
        held = HeldRows()
        let samples = try next(rowLength)
        guard samples.count == rowLength else { throw nothing }
        put(row, 0, samples.span)
      }
    }
    return true
  }

  func finish() {}

  private var rowLength: Int { width * bands }

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
    let reason =
      program.complaint ?? "it is damaged, or takes more memory or time than it may"
    return CutFailure(.source, "ddjvu can't draw page \(number): \(reason)")
  }
}

/// Rows of a page from the first one on.
private struct HeldRows: TriedPage {
  var bytes: [UInt8] = []
  var rowLength = 1
  var bands = 1
  var count: Int { bytes.count / rowLength }

  func row(_ row: Int) -> ArraySlice<UInt8> { bytes[row * rowLength..<(row + 1) * rowLength] }

  func samples(of part: PixelRect) -> (bytes: [UInt8], count: Int) {
    var found: [UInt8] = []
    found.reserveCapacity(bands * Int(part.area))
    for y in part.y..<part.maxY {
      let first = Int(y) * rowLength + bands * Int(part.x)
      found += bytes[first..<first + bands * Int(part.width)]
    }
    return (found, bands)
  }
}
