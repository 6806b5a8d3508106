import DecoderChildren
import Decoding
import PNGRows
import Pixels
import Posix
import Sources

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
  func rows() throws -> some HeadedRowsFile {
    let header = try PNGHeader(of: read)
    return PNGRowsFile(
      file: self, header: SourceHeader(header), isToldWhole: header.isToldWhole)
  }

  fileprivate func read(at place: Int64, into buffer: inout MutableRawSpan) throws -> Int {
    try descriptor.read(at: place, into: &buffer)
  }
}

extension SourceHeader {
  fileprivate init(_ png: PNGHeader) {
    self.init(
      rowsOf: .png, width: png.width, height: png.height, bands: png.bands,
      bytesPerSample: png.bytesPerSample, orientation: .upright, hasProfile: png.hasProfile)
  }
}

private struct PNGRowsFile: HeadedRowsFile {
  let file: PNGFile
  let header: SourceHeader
  let isToldWhole: Bool
  var road: SourceFacts.Road { .rows }

  /// libvips, too, is asked for no pixel of a PNG before it is cut.
  func prove() {}

  func reader() throws -> any RowsReader { PNGRowsReader(reader: try PNGReader(of: file.read)) }
}

/// One thread reads all rows: they are one stream.
private struct PNGRowsReader: RowsReader {
  let reader: PNGReader

  func read(into target: BandRows, sharing share: Share) throws -> Bool {
    try target.fill { put in
      for row in target.rows { try reader.readRow { put(row, 0, $0) } }
    }
    return true
  }

  func finish() throws { try reader.finish() }
}
