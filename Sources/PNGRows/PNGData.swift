import Inflating

/// What the chunks of a PNG's pixels hold, as one stream (PNG, 10.1).
final class PNGData {
  private let chunks: PNGChunks

  /// - Parameter chunks: of which the first with pixels was begun.
  init(_ chunks: PNGChunks) { self.chunks = chunks }

  /// Fills a buffer as far as there is something.
  ///
  /// - Parameter buffer: to be filled from its beginning.
  /// - Returns: how many bytes there were; 0 at the stream's end.
  /// - Throws: ``PackedIrregular`` where the file has none, or what the file says.
  func read(into buffer: inout MutableRawSpan) throws -> Int {
    var done = 0
    while done < buffer.byteCount, chunks.name == .data {
      if chunks.left == 0 {
        try chunks.check()
        try chunks.begin()
        continue
      }
      try chunks.take(buffer.byteCount - done) { bytes in
        unsafe buffer.withUnsafeMutableBytes { buffer in
          unsafe bytes.withUnsafeBytes { bytes in
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).copyMemory(
              from: bytes)
          }
        }
        done += bytes.byteCount
      }
    }
    return done
  }

  /// Reads on to the file's last chunk.
  ///
  /// - Throws: ``PackedIrregular`` where it has none, or others than may be there.
  func finish() throws {
    while chunks.name != .end {
      guard !chunks.name.isCritical else { throw PackedIrregular("an unknown chunk") }
      chunks.skip()
      try chunks.begin()
    }
  }
}
