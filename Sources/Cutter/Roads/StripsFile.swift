import DecoderChildren
import Decoding
import Inflating
import Pixels
import PyramidFormat
import Sources
import Synchronization
import TIFFRows

/// A TIFF source whose strips are read here, several at once.
struct StripsFile: HeadedRowsFile {
  private let strips: TIFFStrips
  let header: SourceHeader
  var road: SourceFacts.Road { .strips }
  var isToldWhole: Bool { !strips.hasProfile }

  /// Finds them; nil where they are not to be read here.
  ///
  /// - Parameter opened: the source.
  /// - Throws: what the file says.
  init?(_ opened: OpenSource) throws {
    guard let strips = try opened.contents.strips(page: opened.request.pageNumber),
      let orientation = Orientation(exif: strips.orientation)
    else { return nil }
    self.strips = strips
    header = SourceHeader(
      rowsOf: .tiff, width: strips.width, height: strips.height, bands: strips.samplesPerPixel,
      bytesPerSample: strips.bytesPerSample, orientation: orientation,
      hasProfile: strips.hasProfile)
  }

  func prove() throws {
    let reader = StripReader(strips)
    try reader.begin(0)
    try reader.readRow { _ in }
  }

  func reader() -> any RowsReader { StripRowsReader(strips) }
}

private final class StripRowsReader: RowsReader, Sendable {
  /// What is begun by one thread, but for strips of fewer rows.
  private static let fewestRows = 16

  private struct Readers {
    var free: [StripReader] = []
    /// Amid a strip that goes on in the next row of tiles.
    var waiting: StripReader?
  }

  private let strips: TIFFStrips
  private let readers = Mutex(Readers())

  init(_ strips: TIFFStrips) { self.strips = strips }

  func read(into target: BandRows, sharing share: Share) throws -> Bool {
    let first = target.rows.lowerBound / strips.rowsPerStrip
    let last = (target.rows.upperBound - 1) / strips.rowsPerStrip
    // Rows come in pairs: of strips with an odd number of them, so do these.
    let pair = strips.rowsPerStrip % 2 == 0 ? 1 : 2
    let step = max(pair, Self.fewestRows / strips.rowsPerStrip / pair * pair)
    let pieces = stride(from: first / pair * pair, through: last, by: step).map {
      max(first, $0)...min(last, $0 + step - 1)
    }
    return try share(pieces.count) { piece in
      try target.fill { put in
        for strip in pieces[piece] { try self.read(strip, of: target.rows, put) }
      }
    }
  }

  private func read(
    _ strip: Int, of rows: Range<Int>, _ put: (Int, Int, Span<UInt8>) -> Void
  ) throws {
    let all = strips.rows(of: strip)
    let wanted = all.clamped(to: rows)
    let reader = try wanted.lowerBound == all.lowerBound ? begun(strip) : waiting()
    for row in wanted { try reader.readRow { put(row, 0, $0) } }
    readers.withLock {
      if reader.rows.isEmpty { $0.free.append(reader) } else { $0.waiting = reader }
    }
  }

  private func begun(_ strip: Int) throws -> StripReader {
    let reader = readers.withLock { $0.free.popLast() } ?? StripReader(strips)
    try reader.begin(strip)
    return reader
  }

  private func waiting() throws -> StripReader {
    try readers.withLock { $0.waiting.take() } ?? { throw PackedIrregular("rows out of order") }()
  }

  func finish() {}
}
