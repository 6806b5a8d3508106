import CZlib

/// The first bytes of what a gzip file holds.
package enum GzipOpening {
  /// - Returns: `limit` bytes at most, fewer where the given bytes hold no more; none where they
  /// are no gzip.
  package static func inflated(_ bytes: [UInt8], limit: Int) -> [UInt8] {
    var input = bytes
    var output = [UInt8](repeating: 0, count: limit)
    var made = 0
    unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        var stream = unsafe z_stream()
        // 16 beside the largest window: gzip's frame and no other.
        guard
          unsafe inflateInit2_(
            &stream, 16 + MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return }
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = uInt(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = uInt(output.count)
        _ = unsafe inflate(&stream, Z_SYNC_FLUSH)
        made = unsafe output.count - Int(stream.avail_out)
        unsafe inflateEnd(&stream)
      }
    }
    return Array(output.prefix(made))
  }
}
