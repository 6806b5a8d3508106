import CJPEG
import Glibc
package import TileGeometry

/// Pictures in memory as JPEG holds them: a plane of luma, and two of chroma, rows without gaps.
extension PictureCoding {
  /// Decodes a JPEG stream to the planes it stores: no upsampling, no colour conversion.
  ///
  /// `width` and `height`: what the picture must measure, in pixels; whole blocks of 16.
  /// `sampling`: what its chroma is expected to be; nil for grey.
  ///
  /// - Returns: one plane or three; nil when the stream holds other planes than expected.
  package static func decodeJPEGPlanes(
    _ bytes: [UInt8], width: Int, height: Int, sampling: ChromaSampling?
  ) throws(ImagingError) -> [[UInt8]]? {
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

  /// Encodes planes as JPEG.
  ///
  /// `width` and `height`: of luma, in pixels; chroma has as many samples as cover them.
  /// `sampling`: that of the chroma; nil for luma alone.
  package static func encodeJPEGPlanes(
    _ planes: [[UInt8]], width: Int, height: Int, sampling: ChromaSampling?, quality: Int
  ) throws(ImagingError) -> [UInt8] {
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
    return unsafe try taken(made, length, message)
  }
}
