import Inflating
import PyramidFormat

/// The rows of one part after another, as they are stored.
struct PackedRows {
  private enum Stream {
    case stored(StoredStream)
    case lzw(LZWStream)
    case deflate(InflateStream)
    case packBits(PackBitsStream)
  }

  private let rowBytes: Int
  private let bytes: PartBytes
  private let stream: Stream

  /// - Parameter parts: of a page.
  init(_ parts: TIFFParts) {
    let bytes = PartBytes(parts.source)
    let rowBytes = parts.rowBytes
    let input: InflateStream.Input = { try bytes.read(into: &$0) }
    self.rowBytes = rowBytes
    self.bytes = bytes
    stream =
      switch parts.packing {
      case .none: .stored(StoredStream(rowBytes: rowBytes, input))
      case .lzw: .lzw(LZWStream(longest: rowBytes, input))
      case .deflate: .deflate(InflateStream(longest: rowBytes, input))
      case .packBits: .packBits(PackBitsStream(longest: rowBytes, input))
      }
  }

  /// Goes to the beginning of a part.
  ///
  /// - Parameters:
  ///   - part: of the file.
  ///   - rows: how many it has.
  /// - Throws: ``PackedIrregular`` where they can't lie there.
  func begin(_ part: Range<Int64>, rows: Int) throws(PackedIrregular) {
    bytes.begin(part)
    switch stream {
    case .stored(let stream):
      let (whole, overflow) = rows.multipliedReportingOverflow(by: rowBytes)
      guard !overflow, part.count == whole else {
        throw PackedIrregular("a part of another length")
      }
      stream.restart()
    case .lzw(let stream): stream.restart()
    case .deflate(let stream): stream.restart()
    case .packBits(let stream): stream.restart()
    }
  }

  /// Reads the next row.
  ///
  /// - Parameter body: given it; `PixelSums.margin` bytes behind it can be looked at.
  /// - Returns: what the closure says.
  /// - Throws: ``PackedIrregular`` where there is none, or what the file or the closure says.
  func take<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    switch stream {
    case .stored(let stream): try stream.take(body)
    case .lzw(let stream): try stream.take(rowBytes, body)
    case .deflate(let stream): try stream.take(rowBytes, body)
    case .packBits(let stream): try stream.take(rowBytes, body)
    }
  }

  /// Reads what else stands in the part.
  ///
  /// - Throws: ``PackedIrregular`` where that is more rows.
  func finish() throws {
    switch stream {
    case .stored: break
    case .lzw(let stream): try stream.finish()
    case .deflate(let stream): try stream.finish(isLast: false)
    case .packBits(let stream): try stream.finish()
    }
  }
}
