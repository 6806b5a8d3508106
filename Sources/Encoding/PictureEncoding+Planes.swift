import CJPEG
package import CodecErrors
package import TileGeometry

extension PictureEncoding {
  /// Encodes planes as JPEG holds them: one of luma, and two of chroma, rows without gaps.
  ///
  /// - Parameters:
  ///   - planes: one, or luma, blue and red.
  ///   - width: of luma, in pixels; chroma has as many samples as cover them.
  ///   - height: of luma, in pixels; chroma has as many samples as cover them.
  ///   - sampling: that of the chroma; nil for luma alone.
  ///   - quality: 1 to 100.
  /// - Returns: a baseline stream.
  /// - Throws: ``CodecError`` in libjpeg's words.
  package static func encodeJPEGPlanes(
    _ planes: [[UInt8]], width: Int, height: Int, sampling: ChromaSampling?, quality: Int
  ) throws(CodecError) -> [UInt8] {
    precondition(planes.count == (sampling == nil ? 1 : 3), "planes are missing")
    precondition(planes[0].count == width * height, "luma of another size")
    if let sampling {
      let columns = (width + sampling.across - 1) / sampling.across
      let rows = (height + sampling.down - 1) / sampling.down
      precondition(
        planes.dropFirst().allSatisfy { $0.count == columns * rows }, "chroma of another size")
    }
    var message = JPEGMessage()
    var length: UInt = 0
    let made = unsafe planes[0].withUnsafeBufferPointer { luma in
      unsafe (sampling == nil ? planes[0] : planes[1]).withUnsafeBufferPointer { blue in
        unsafe (sampling == nil ? planes[0] : planes[2]).withUnsafeBufferPointer { red in
          unsafe message.withPointer { words in
            let addresses = unsafe [luma.baseAddress, blue.baseAddress, red.baseAddress]
            return unsafe pyramidion_jpeg_encode_picture_planes(
              addresses, Int32(width), Int32(height), Int32(sampling?.across ?? 0),
              Int32(sampling?.down ?? 0), Int32(quality), &length, words)
          }
        }
      }
    }
    return unsafe try message.taken(made, length)
  }
}
