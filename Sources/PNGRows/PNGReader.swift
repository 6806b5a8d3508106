import Inflating

/// A PNG file's pixels, row by row.
///
/// A row and the one before it are held, and what was unpacked of the next ones.
@safe
package final class PNGReader {
  package let header: PNGHeader
  private let data: PNGData
  private let stream: InflateStream
  private var samples: PNGSamples
  /// The row that was read last, and the one before it.
  private var rows: (last: PNGRow, prior: PNGRow)
  private var row = 0

  /// - Parameter read: reads the file.
  /// - Throws: ``PackedIrregular`` where it is not to be read here, or what the file says.
  package init(of read: @escaping FileWindow.Read) throws {
    let chunks = try PNGChunks(read)
    let header = try PNGHeader(chunks)
    self.header = header
    let data = PNGData(chunks)
    self.data = data
    samples = PNGSamples(header)
    rows = (PNGRow(header.rowBytes), PNGRow(header.rowBytes))
    stream = InflateStream(longest: header.rowBytes + 1) { try data.read(into: &$0) }
  }

  /// Reads the next row.
  ///
  /// - Parameter body: given its samples, ``PNGHeader/bands`` for each pixel.
  /// - Returns: what the closure says.
  /// - Throws: ``PackedIrregular`` where it is none, or what the file or the closure says.
  package func readRow<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    rows = (rows.prior, rows.last)
    let (last, prior) = rows
    try stream.take(header.rowBytes + 1) { bytes in
      guard let filter = RowFilter(rawValue: bytes[0]) else {
        throw PackedIrregular("an unknown filter")
      }
      unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe filter.undo(
          base + 1, prior: prior.base, into: last.base, count: header.rowBytes,
          step: header.step)
      }
    }
    return try samples.show(unsafe last.bytes.span, body)
  }

  /// Reads what stands behind the last row.
  ///
  /// - Throws: ``PackedIrregular`` where the file does not end there as it should.
  package func finish() throws {
    try stream.finish()
    try data.finish()
  }
}
