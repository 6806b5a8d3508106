import Inflating

/// Rows that were not packed, some of them read at once.
final class StoredStream {
  private let input: InflateStream.Input
  private let rowBytes: Int
  private var bytes: [UInt8]
  private var next = 0
  private var count = 0

  private static let usual = 1 << 16

  /// - Parameters:
  ///   - rowBytes: of a row.
  ///   - input: gives the bytes of whole rows.
  init(rowBytes: Int, _ input: @escaping InflateStream.Input) {
    self.rowBytes = rowBytes
    self.input = input
    bytes = Array(repeating: 0, count: max(1, Self.usual / rowBytes) * rowBytes + PixelSums.margin)
  }

  /// Begins another stream, of which its input gives the bytes.
  func restart() { (next, count) = (0, 0) }

  /// Reads a row.
  ///
  /// - Parameter body: given it.
  /// - Returns: what the closure says.
  /// - Throws: ``PackedIrregular`` where there is none, or what the input or the closure says.
  func take<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    if next == count { try fill() }
    defer { next += rowBytes }
    return try body(bytes.span.extracting(next..<next + rowBytes))
  }

  private func fill() throws {
    (next, count) = (0, 0)
    let room = bytes.count - PixelSums.margin
    while count < room {
      let got = try unsafe bytes.withUnsafeMutableBytes { bytes in
        var rest = unsafe MutableRawSpan(_unsafeBytes: bytes[count..<room])
        return try input(&rest)
      }
      guard got > 0 else { break }
      count += got
    }
    guard count > 0, count % rowBytes == 0 else { throw PackedIrregular("a strip is too short") }
  }
}
