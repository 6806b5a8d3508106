import DecoderChildren
import Decoding
import Inflating
import Pixels
import PyramidFormat
import Sources
import Synchronization
import TIFFRows

/// A TIFF source whose strips are read here, several at once.
struct StripsFile: CheckedRowsFile {
  private let strips: TIFFStrips
  var road: SourceFacts.Road { .strips }
  var bands: Int { strips.samplesPerPixel }

  /// Finds them; nil where they are not to be read here.
  ///
  /// - Parameter opened: the source.
  /// - Throws: what the file says.
  init?(_ opened: OpenSource) throws {
    guard let strips = try opened.contents.strips(page: opened.request.pageNumber) else {
      return nil
    }
    self.strips = strips
  }

  func agrees(with header: SourceHeader) -> Bool {
    let isWide = strips.bytesPerSample == 2
    let color: ColorKind =
      bands < 3 ? isWide ? .deepGray : .gray : isWide ? .deepRGB : .rgb
    return header.width == strips.width && header.height == strips.height
      && header.bands == bands && header.hasAlpha == (bands % 2 == 0) && header.color == color
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
    let step = max(1, Self.fewestRows / strips.rowsPerStrip)
    let pieces = stride(from: first, through: last, by: step).map { $0...min(last, $0 + step - 1) }
    return try share(pieces.count) { piece in
      for strip in pieces[piece] { try self.read(strip, into: target) }
    }
  }

  private func read(_ strip: Int, into target: BandRows) throws {
    let all = strips.rows(of: strip)
    let wanted = all.clamped(to: target.rows)
    let reader = try wanted.lowerBound == all.lowerBound ? begun(strip) : waiting()
    for row in wanted { try reader.readRow { target.put(row, $0) } }
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
