import CJPEG
package import CodecErrors

extension JPEGSource {
  /// Starts decoding to pixels, as others see them.
  ///
  /// - Returns: bytes of a pixel: 1 of grey, or red, green, blue and one of no meaning.
  /// - Throws: what libjpeg says against it.
  package func startPixels() throws(CodecError) -> Int {
    guard unsafe pyramidion_jpeg_decoder_start_pixels(decoder) == 0 else { throw failure() }
    return Int(unsafe decoder.pointee.base.output_components)
  }

  /// Decodes the next row, after ``startPixels()``.
  ///
  /// - Parameter row: where it goes, as long as it is.
  /// - Throws: what libjpeg says of damage.
  package func readPixels(into row: inout MutableSpan<UInt8>) throws(CodecError) {
    let needed =
      unsafe Int(decoder.pointee.base.output_width)
      * Int(decoder.pointee.base.output_components)
    precondition(row.count >= needed, "a row beyond its memory")
    let count = unsafe row.withUnsafeMutableBufferPointer { row in
      unsafe pyramidion_jpeg_decoder_read_row(decoder, row.baseAddress)
    }
    guard count == 1, unsafe decoder.pointee.errors.damaged == 0 else { throw failure() }
  }
}
