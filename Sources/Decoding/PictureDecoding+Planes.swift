import CJPEG
package import Codecs
package import TileGeometry

extension PictureDecoding {
  /// Decodes a JPEG stream to the planes it stores: no upsampling, no colour conversion.
  ///
  /// `width` and `height`: what the picture must measure, in pixels; whole blocks of 16.
  /// `sampling`: what its chroma is expected to be; nil for grey.
  ///
  /// - Returns: one plane or three; nil when the stream holds other planes than expected.
  package static func decodeJPEGPlanes(
    _ bytes: [UInt8], width: Int, height: Int, sampling: ChromaSampling?
  ) throws(CodecError) -> [[UInt8]]? {
    precondition(width % 16 == 0 && height % 16 == 0, "not whole blocks")
    let chroma = sampling.map { (width / $0.across) * (height / $0.down) } ?? 0
    var luma = [UInt8](repeating: 0, count: width * height)
    var blue = [UInt8](repeating: 0, count: chroma)
    var red = [UInt8](repeating: 0, count: chroma)
    var message = JPEGMessage()
    let result = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe luma.withUnsafeMutableBufferPointer { luma in
        unsafe blue.withUnsafeMutableBufferPointer { blue in
          unsafe red.withUnsafeMutableBufferPointer { red in
            unsafe message.withPointer { words in
              let planes = unsafe [luma.baseAddress, blue.baseAddress, red.baseAddress]
              return unsafe pyramidion_jpeg_decode_planes(
                input.baseAddress, input.count, Int32(width), Int32(height),
                Int32(sampling?.across ?? 0), Int32(sampling?.down ?? 0), planes, words)
            }
          }
        }
      }
    }
    guard result >= 0 else { throw message.failure }
    guard result == 0 else { return nil }
    return sampling == nil ? [luma] : [luma, blue, red]
  }
}
