import DecoderChildren
import Decoding
import Inflating
import Pixels
import PyramidFormat
import Sources
import Synchronization
import TIFFRows

/// A TIFF source whose strips or tiles are read here, several at once.
struct PartsFile: HeadedRowsFile {
  private let parts: TIFFParts
  let header: SourceHeader
  var road: SourceFacts.Road { parts.isTiled ? .tiles : .strips }
  var isToldWhole: Bool { !parts.hasProfile }

  /// Finds them; nil where they are not to be read here.
  ///
  /// - Parameter opened: the source.
  /// - Throws: what the file says.
  init?(_ opened: OpenSource) throws {
    guard let parts = try opened.contents.parts(page: opened.request.pageNumber),
      let orientation = Orientation(exif: parts.orientation)
    else { return nil }
    self.parts = parts
    header = SourceHeader(
      rowsOf: .tiff, width: parts.width, height: parts.height, bands: parts.samplesPerPixel,
      bytesPerSample: parts.bytesPerSample, orientation: orientation,
      hasProfile: parts.hasProfile)
  }

  func prove() throws {
    let reader = PartReader(parts)
    try reader.begin(row: 0, column: 0)
    try reader.readRow { _ in }
  }

  func reader() -> any RowsReader { PartRowsReader(parts) }
}

private final class PartRowsReader: RowsReader, Sendable {
  /// What is begun by one thread, but for parts of fewer rows.
  private static let fewestRows = 16
  /// Planes of parts that go on in the next row of tiles, at most: each holds some hundred kilobytes.
  private static let mostWaiting = 128

  private struct Readers {
    var free: [PartReader] = []
    /// Amid a part that goes on in the next row of tiles, by its column.
    var waiting: [Int: PartReader] = [:]
  }

  private let parts: TIFFParts
  private let readers = Mutex(Readers())

  init(_ parts: TIFFParts) { self.parts = parts }

  func read(into target: BandRows, sharing share: Share) throws -> Bool {
    let first = target.rows.lowerBound / parts.partHeight
    let last = (target.rows.upperBound - 1) / parts.partHeight
    // Rows come in pairs: of parts with an odd number of them, so do these.
    let pair = parts.partHeight % 2 == 0 ? 1 : 2
    let step = max(pair, Self.fewestRows / parts.partHeight / pair * pair)
    let pieces = stride(from: first / pair * pair, through: last, by: step).map {
      max(first, $0)...min(last, $0 + step - 1)
    }
    let columns = parts.columns
    return try share(pieces.count * columns) { piece in
      try target.fill { put in
        for row in pieces[piece / columns] {
          try self.read(row, piece % columns, of: target.rows, put)
        }
      }
    }
  }

  private func read(
    _ row: Int, _ column: Int, of rows: Range<Int>, _ put: (Int, Int, Span<UInt8>) -> Void
  ) throws {
    let all = parts.rows(of: row)
    let wanted = all.clamped(to: rows)
    let reader =
      try wanted.lowerBound == all.lowerBound ? begun(row, column) : waiting(column)
    let x = parts.pixels(of: column).lowerBound
    for row in wanted { try reader.readRow { put(row, x, $0) } }
    let mayWait = readers.withLock { readers in
      if reader.rows.isEmpty {
        readers.free.append(reader)
      } else {
        readers.waiting[column] = reader
      }
      return readers.waiting.count * parts.planes <= Self.mostWaiting
    }
    guard mayWait else { throw PackedIrregular("too many parts are to be read at once") }
  }

  private func begun(_ row: Int, _ column: Int) throws -> PartReader {
    let reader = readers.withLock { $0.free.popLast() } ?? PartReader(parts)
    try reader.begin(row: row, column: column)
    return reader
  }

  private func waiting(_ column: Int) throws -> PartReader {
    try readers.withLock { $0.waiting.removeValue(forKey: column) }
      ?? { throw PackedIrregular("rows out of order") }()
  }

  func finish() {}
}
