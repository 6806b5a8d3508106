/// Bytes that can be read by ranges: a local file, memory, later an object in a store.
package protocol ByteSource: Sendable {
  /// How many bytes there were when the source was opened.
  var byteCount: Int64 { get }
  /// What errors call the source.
  var name: String { get }

  /// Fills the buffer from a place on.
  ///
  /// - Parameters:
  ///   - offset: in bytes from the source's beginning.
  ///   - buffer: as many bytes as are wanted.
  /// - Returns: how many bytes came: fewer than asked for only at the end.
  /// - Throws: what kept the source from being read.
  func read(at offset: Int64, into buffer: inout MutableRawSpan) throws(ByteSourceError) -> Int
}

extension ByteSource {
  /// Reads a range that must be there whole.
  ///
  /// The range is checked before memory is taken for it.
  ///
  /// - Parameters:
  ///   - what: what errors call the bytes.
  ///   - offset: in bytes from the source's beginning.
  ///   - count: how many bytes are wanted.
  /// - Returns: exactly so many bytes.
  /// - Throws: ``TIFFError`` for a range outside the source, or what kept it from being read.
  package func bytes(
    _ what: String, at offset: UInt64, count: UInt64
  ) throws(TIFFError) -> [UInt8] {
    let size = UInt64(max(0, byteCount))
    guard offset <= size, count <= size - offset else {
      throw .outsideFile(what, offset: offset, length: count, size: byteCount)
    }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    do throws(ByteSourceError) {
      var span = bytes.mutableSpan
      var raw = unsafe span.mutableBytes
      let got = try read(at: Int64(offset), into: &raw)
      if got == Int(count) { return bytes }
    } catch {
      throw .source(error)
    }
    // The file was longer a moment ago.
    throw .outsideFile(what, offset: offset, length: count, size: byteCount)
  }
}
