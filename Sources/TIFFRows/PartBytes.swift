import PyramidFormat

/// A part of a file that is read from its beginning to its end.
final class PartBytes {
  private let source: any ByteSource
  private var left: Range<Int64> = 0..<0

  init(_ source: any ByteSource) { self.source = source }

  /// Goes to the beginning of a part.
  func begin(_ part: Range<Int64>) { left = part }

  /// Fills a buffer as far as there is something.
  ///
  /// - Parameter buffer: to be filled from its beginning.
  /// - Returns: how many bytes there were; 0 at the part's end.
  /// - Throws: what kept the file from being read.
  func read(into buffer: inout MutableRawSpan) throws -> Int {
    let wanted = min(buffer.byteCount, left.count)
    guard wanted > 0 else { return 0 }
    let place = left.lowerBound
    let count = try unsafe buffer.withUnsafeMutableBytes { bytes in
      var room = unsafe MutableRawSpan(_unsafeBytes: bytes[..<wanted])
      return try source.read(at: place, into: &room)
    }
    left = place + Int64(count)..<left.upperBound
    return count
  }
}
