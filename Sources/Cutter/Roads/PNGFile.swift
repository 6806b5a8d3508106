import DecoderChildren
import Decoding
import PNGRows
import Posix

/// A PNG source as its rows are read: from any place on, whoever else reads the same file.
final class PNGFile {
  private let descriptor: FileDescriptor

  init(_ opened: OpenSource) throws {
    descriptor = try opened.source.openedAnywhere()
  }

  /// What its head says of its colors, where they are not sRGB; nil where a profile tells them.
  var otherColors: PNGColors? { PNGColors.other(than: read) }

  /// Its rows.
  ///
  /// - Returns: what reads them.
  /// - Throws: `PackedIrregular` where they are not to be read here, or what the file says.
  func rows() throws -> some CheckedRowsFile {
    PNGRowsFile(file: self, header: try PNGHeader(of: read))
  }

  fileprivate func read(at place: Int64, into buffer: inout MutableRawSpan) throws -> Int {
    try descriptor.read(at: place, into: &buffer)
  }
}

private struct PNGRowsFile: CheckedRowsFile {
  let file: PNGFile
  let header: PNGHeader
  var road: SourceFacts.Road { .rows }
  var bands: Int { header.bands }

  func agrees(with other: SourceHeader) -> Bool {
    header.width == other.width && header.height == other.height && bands == other.bands
  }

  func reader() throws -> any RowsReader { PNGRowsReader(reader: try PNGReader(of: file.read)) }
}

/// One thread reads all rows: they are one stream.
private struct PNGRowsReader: RowsReader {
  let reader: PNGReader

  func read(into target: BandRows, sharing share: Share) throws -> Bool {
    for row in target.rows { try reader.readRow { target.put(row, $0) } }
    return true
  }

  func finish() throws { try reader.finish() }
}
