import CJPEG
import CVips
package import Codecs
import VipsLibrary

/// Reads tiles and pictures in memory: to four bytes a pixel, red, green, blue, and alpha or nothing,
/// or to the planes that JPEG holds.
package enum PictureDecoding {
  /// Decodes a JPEG stream to rows of `width / shrink` pixels, rounded up, without gaps.
  ///
  /// `width` and `height`: what the picture must measure, in pixels.
  /// `shrink`: 1, 2, 4 or 8: as many pixels a side become one, cheaply.
  package static func decodeJPEG(
    _ bytes: [UInt8], width: Int, height: Int, shrink: Int
  ) throws(CodecError) -> [UInt8] {
    let columns = (width + shrink - 1) / shrink
    let rows = (height + shrink - 1) / shrink
    var message = JPEGMessage()
    var result: Int32 = -1
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: columns * rows * 4) { out, count in
      unsafe bytes.withUnsafeBufferPointer { input in
        unsafe message.withPointer { words in
          unsafe result = pyramidion_jpeg_decode_picture(
            input.baseAddress, input.count, Int32(width), Int32(height), Int32(shrink),
            out.baseAddress, columns * 4, words)
        }
      }
      count = result == 0 ? columns * rows * 4 : 0
    }
    guard result == 0 else { throw message.failure }
    return pixels
  }

  /// The left and upper part of a JPEG stream, without decoding a pixel.
  package static func cornerOfJPEG(
    _ bytes: [UInt8], width: Int, height: Int
  ) throws(CodecError) -> [UInt8] {
    var message = JPEGMessage()
    var length: UInt = 0
    let made = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe message.withPointer { words in
        unsafe pyramidion_jpeg_corner(
          input.baseAddress, input.count, Int32(width), Int32(height), &length, words)
      }
    }
    return unsafe try message.taken(made, length)
  }

  /// Decodes a WebP file.
  ///
  /// - Returns: its pixels, and whether the fourth byte of each is its alpha.
  package static func decodeWebP(
    _ bytes: [UInt8], width: Int, height: Int
  ) throws(CodecError) -> (pixels: [UInt8], hasAlpha: Bool) {
    let vips = try Vips.loaded()
    var outcome: Result<(pixels: [UInt8], hasAlpha: Bool), CodecError> = .failure(
      CodecError(file: "", coder: "webpload", reason: "no pixels"))
    // The picture reads from the bytes for as long as it lives: inside the closure.
    unsafe bytes.withUnsafeBytes { buffer in
      do throws(CodecError) {
        let picture = unsafe try VipsPicture(vips, file: "", coder: "webpload") { out in
          unsafe pyramidion_vips_load_tile(
            vips.table, "webpload_buffer", buffer.baseAddress, buffer.count, &out)
        }
        guard picture.width == width, picture.height == height else {
          throw CodecError(
            file: "", coder: "webpload",
            reason: "it is \(picture.width)x\(picture.height), not \(width)x\(height)")
        }
        outcome = .success((try picture.fourBytesAPixel(), picture.hasAlpha))
      } catch {
        outcome = .failure(error)
      }
    }
    return try outcome.get()
  }
}

extension VipsPicture {
  fileprivate func fourBytesAPixel() throws(CodecError) -> [UInt8] {
    var length = 0
    guard let memory = unsafe vips.table.pointee.vips_image_write_to_memory(image, &length) else {
      throw vips.failure(file: file, coder: coder)
    }
    defer { unsafe vips.table.pointee.g_free(memory) }
    let samples = unsafe UnsafeRawBufferPointer(start: memory, count: length)
    let bands = self.bands
    if bands == 4 { return unsafe Array(samples) }
    let count = width * height
    guard bands >= 1, length >= count * bands else {
      throw CodecError(file: file, coder: coder, reason: "it has \(bands) bands")
    }
    return unsafe [UInt8](unsafeUninitializedCapacity: count * 4) { out, made in
      for index in 0..<count {
        for channel in 0..<3 {
          unsafe out[index * 4 + channel] = samples[index * bands + (bands >= 3 ? channel : 0)]
        }
        unsafe out[index * 4 + 3] = bands == 2 ? samples[index * 2 + 1] : 255
      }
      made = count * 4
    }
  }
}
