import CJPEG
import CVips
package import CodecErrors
import VipsLibrary

/// Reads tiles and pictures in memory: to four bytes a pixel, red, green, blue, and alpha or nothing,
/// or to the planes that JPEG holds.
package enum PictureDecoding {
  /// Decodes a JPEG stream to rows of `width / shrink` pixels, rounded up, without gaps.
  ///
  /// - Parameters:
  ///   - bytes: the stream.
  ///   - width: what the picture must measure, in pixels.
  ///   - height: the same from top to bottom.
  ///   - shrink: 1, 2, 4 or 8: as many pixels a side become one, cheaply.
  ///   - pixels: where they go: four bytes each.
  /// - Throws: ``CodecError`` in libjpeg's words.
  package static func decodeJPEG(
    _ bytes: RawSpan, width: Int, height: Int, shrink: Int, into pixels: inout MutableRawSpan
  ) throws(CodecError) {
    let columns = (width + shrink - 1) / shrink
    let rows = (height + shrink - 1) / shrink
    precondition(pixels.byteCount >= columns * rows * 4, "no room for the pixels")
    var message = JPEGMessage()
    let result = unsafe pixels.withUnsafeMutableBytes { out in
      unsafe bytes.withUnsafeBytes { input in
        let input = unsafe input.bindMemory(to: UInt8.self)
        let out = unsafe out.bindMemory(to: UInt8.self)
        return unsafe message.withPointer { words in
          unsafe pyramidion_jpeg_decode_picture(
            input.baseAddress, input.count, Int32(width), Int32(height), Int32(shrink),
            out.baseAddress, columns * 4, words)
        }
      }
    }
    guard result == 0 else { throw message.failure }
  }

  /// The left and upper part of a JPEG stream, without decoding a pixel.
  ///
  /// - Parameters:
  ///   - bytes: the stream.
  ///   - width: pixels that stay of each row.
  ///   - height: rows that stay.
  /// - Returns: a stream of its own.
  /// - Throws: ``CodecError`` in libjpeg's words.
  static func cornerOfJPEG(
    _ bytes: RawSpan, width: Int, height: Int
  ) throws(CodecError) -> [UInt8] {
    var message = JPEGMessage()
    var length: UInt = 0
    let made = unsafe bytes.withUnsafeBytes { input in
      let input = unsafe input.bindMemory(to: UInt8.self)
      return unsafe message.withPointer { words in
        unsafe pyramidion_jpeg_corner(
          input.baseAddress, input.count, Int32(width), Int32(height), &length, words)
      }
    }
    return unsafe try message.taken(made, length)
  }

  /// Decodes a WebP file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - width: what the picture must measure, in pixels.
  ///   - height: the same from top to bottom.
  /// - Returns: its pixels, and whether the fourth byte of each is its alpha.
  /// - Throws: ``CodecError`` in libvips' words.
  static func decodeWebP(
    _ bytes: RawSpan, width: Int, height: Int
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
  /// All of it, computed: red, green, blue and how much a pixel covers.
  func fourBytesAPixel() throws(CodecError) -> [UInt8] {
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
