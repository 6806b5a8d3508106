import CJPEG
package import CodecErrors
package import TileGeometry

extension PictureDecoding {
  /// Decodes a JPEG stream to the planes it stores: no upsampling, no colour conversion.
  ///
  /// - Parameters:
  ///   - bytes: the stream.
  ///   - width: what the picture must measure, in pixels; whole blocks of 16.
  ///   - height: the same from top to bottom.
  ///   - sampling: what its chroma is expected to be; nil for grey.
  ///   - planes: where they go, one behind the other.
  /// - Returns: false when the stream holds other planes than expected.
  /// - Throws: ``CodecError`` in libjpeg's words.
  package static func decodeJPEGPlanes(
    _ bytes: RawSpan, width: Int, height: Int, sampling: ChromaSampling?,
    into planes: inout MutableRawSpan
  ) throws(CodecError) -> Bool {
    guard width % 16 == 0, height % 16 == 0 else { return false }
    let luma = width * height
    let chroma = sampling.map { (width / $0.across) * (height / $0.down) } ?? 0
    precondition(planes.byteCount >= luma + 2 * chroma, "no room for the planes")
    var message = JPEGMessage()
    let result = unsafe planes.withUnsafeMutableBytes { out in
      unsafe bytes.withUnsafeBytes { input in
        let input = unsafe input.bindMemory(to: UInt8.self)
        let first = unsafe out.bindMemory(to: UInt8.self).baseAddress
        return unsafe message.withPointer { words in
          let planes = unsafe [
            first, first.map { unsafe $0 + luma }, first.map { unsafe $0 + luma + chroma },
          ]
          return unsafe pyramidion_jpeg_decode_planes(
            input.baseAddress, input.count, Int32(width), Int32(height),
            Int32(sampling?.across ?? 0), Int32(sampling?.down ?? 0), planes, words)
        }
      }
    }
    guard result >= 0 else { throw message.failure }
    return result == 0
  }
}
