import Inflating
package import PyramidFormat

/// A TIFF's pixels, strip after strip and row by row: whoever has several reads several strips at once.
///
/// Of a strip no more is held than what was unpacked of it and not read.
@safe
package final class StripReader: @unchecked Sendable {
  // `@unchecked`: whoever lends it lends it to one thread at a time.

  /// What unpacks a strip's bytes.
  private enum Stream {
    case stored(StoredStream)
    case lzw(LZWStream)
  }

  private let strips: TIFFStrips
  private let bytes: StripBytes
  private let stream: Stream
  private var samples: StripSamples
  /// The rows of the strip that were not read.
  package private(set) var rows = 0..<0

  /// - Parameter strips: of a page.
  package init(_ strips: TIFFStrips) {
    self.strips = strips
    let bytes = StripBytes(strips.source)
    self.bytes = bytes
    samples = StripSamples(strips)
    let rowBytes = strips.rowBytes
    let input: InflateStream.Input = { try bytes.read(into: &$0) }
    stream =
      strips.isLZW
      ? .lzw(LZWStream(longest: rowBytes, input))
      : .stored(StoredStream(rowBytes: rowBytes, input))
  }

  /// Goes to the beginning of a strip.
  ///
  /// - Parameter strip: from 0.
  /// - Throws: ``PackedIrregular`` where it does not lie in the file.
  package func begin(_ strip: Int) throws {
    rows = strips.rows(of: strip)
    let part: Range<Int64>
    do throws(TIFFError) {
      part = try strips.bytes(of: strip)
    } catch {
      throw PackedIrregular(error.description)
    }
    bytes.begin(part)
    switch stream {
    case .stored(let stream):
      guard part.count == rows.count * strips.rowBytes else {
        throw PackedIrregular("a strip of another length")
      }
      stream.restart()
    case .lzw(let stream): stream.restart()
    }
  }

  /// Reads the next of a strip's ``rows``, and behind the last one what else stands in the strip.
  ///
  /// - Parameter body: given the row's samples, of 8 bits.
  /// - Returns: what the closure says.
  /// - Throws: ``PackedIrregular`` where it is none, or what the file or the closure says.
  package func readRow<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    precondition(!rows.isEmpty, "the strip has no more rows")
    rows.removeFirst()
    switch stream {
    case .stored(let stream): return try stream.take { try samples.show($0, body) }
    case .lzw(let stream):
      let result = try stream.take(strips.rowBytes) { try samples.show($0, body) }
      if rows.isEmpty { try stream.finish() }
      return result
    }
  }
}
