package import PyramidFormat

/// A stretch of a file, as a file of its own.
package struct SourcePart: ByteSource, Sendable {
  private let whole: any ByteSource
  /// In bytes from the beginning of the whole.
  package let start: UInt64
  package let count: UInt64

  /// A stretch of a file.
  ///
  /// - Parameters:
  ///   - whole: the file.
  ///   - start: in bytes from its beginning.
  ///   - count: how many bytes there are meant to be; what the file doesn't have is left out.
  package init(of whole: any ByteSource, at start: UInt64, count: UInt64) {
    let size = UInt64(max(0, whole.byteCount))
    self.whole = whole
    self.start = min(start, size)
    self.count = min(count, size - self.start)
  }

  package var byteCount: Int64 { Int64(count) }
  package var name: String { whole.name }

  package func read(
    at offset: Int64, into buffer: inout MutableRawSpan
  ) throws(ByteSourceError) -> Int {
    guard offset >= 0, UInt64(offset) < count else { return 0 }
    let length = Int(clamping: count - UInt64(offset))
    guard length < buffer.byteCount else {
      return try whole.read(at: Int64(start) + offset, into: &buffer)
    }
    // What comes after the stretch is none of the reader's.
    var own = [UInt8](repeating: 0, count: length)
    var span = own.mutableSpan
    var raw = unsafe span.mutableBytes
    let got = try whole.read(at: Int64(start) + offset, into: &raw)
    unsafe buffer.withUnsafeMutableBytes { unsafe $0.copyBytes(from: own.prefix(got)) }
    return got
  }

  /// Its first bytes.
  ///
  /// - Parameter limit: as many at most.
  /// - Returns: fewer only where there are no more.
  /// - Throws: what kept the file from being read.
  package func bytes(limit: Int) throws(ByteSourceError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(limit, Int(clamping: count)))
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes
    let got = try read(at: 0, into: &raw)
    return Array(bytes.prefix(got))
  }
}
