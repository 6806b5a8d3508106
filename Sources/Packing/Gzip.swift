import CZlib

/// Texts of ours in fewer bytes, as gzip has them.
package enum Gzip {
  /// How hard zlib tries: what it takes is as long as a text of this size takes on a slow line.
  private static let effort: Int32 = 6
  /// The largest window, with gzip's own head and end.
  private static let windowBits: Int32 = 15 + 16
  private static let memoryLevel: Int32 = 8

  /// Packs a text.
  ///
  /// - Parameter bytes: all of it.
  /// - Returns: nil where there is no memory for that.
  package static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard
      unsafe deflateInit2_(
        &stream, effort, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { unsafe deflateEnd(&stream) }
    var packed = [UInt8](
      repeating: 0, count: Int(unsafe deflateBound(&stream, uLong(bytes.count))))
    var input = bytes
    let isDone = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe packed.withUnsafeMutableBufferPointer { output in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = uInt(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = uInt(output.count)
        return unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
    }
    guard isDone else { return nil }
    packed.removeLast(packed.count - Int(unsafe stream.total_out))
    return packed
  }
}
