import CJPEG
import CVips
import Glibc

/// Pictures in memory, four bytes a pixel: red, green, blue, and alpha or nothing.
package enum PictureCoding {
  /// Decodes a JPEG stream to rows of `width / shrink` pixels, rounded up, without gaps.
  ///
  /// `width` and `height`: what the picture must measure, in pixels.
  /// `shrink`: 1, 2, 4 or 8: as many pixels a side become one, cheaply.
  package static func decodeJPEG(
    _ bytes: [UInt8], width: Int, height: Int, shrink: Int
  ) throws(ImagingError) -> [UInt8] {
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

  /// Encodes as JPEG; grey takes the first channel alone.
  package static func encodeJPEG(
    _ pixels: [UInt8], width: Int, height: Int, isGray: Bool, quality: Int
  ) throws(ImagingError) -> [UInt8] {
    precondition(pixels.count >= width * height * 4, "pixels are missing")
    var message = JPEGMessage()
    var length: UInt = 0
    let made = unsafe pixels.withUnsafeBufferPointer { input in
      unsafe message.withPointer { words in
        unsafe pyramidion_jpeg_encode_picture(
          input.baseAddress, width * 4, Int32(width), Int32(height), isGray, Int32(quality),
          &length, words)
      }
    }
    return unsafe try taken(made, length, message)
  }

  /// The left and upper part of a JPEG stream, without decoding a pixel.
  package static func cornerOfJPEG(
    _ bytes: [UInt8], width: Int, height: Int
  ) throws(ImagingError) -> [UInt8] {
    var message = JPEGMessage()
    var length: UInt = 0
    let made = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe message.withPointer { words in
        unsafe pyramidion_jpeg_corner(
          input.baseAddress, input.count, Int32(width), Int32(height), &length, words)
      }
    }
    return unsafe try taken(made, length, message)
  }

  static func taken(
    _ bytes: UnsafeMutablePointer<UInt8>?, _ length: UInt, _ message: JPEGMessage
  ) throws(ImagingError) -> [UInt8] {
    guard let bytes = unsafe bytes else { throw message.failure }
    defer { unsafe free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
  }

  /// Decodes a WebP file.
  ///
  /// - Returns: its pixels, and whether the fourth byte of each is its alpha.
  package static func decodeWebP(
    _ bytes: [UInt8], width: Int, height: Int
  ) throws(ImagingError) -> (pixels: [UInt8], hasAlpha: Bool) {
    let vips = try Vips.loaded()
    var outcome: Result<(pixels: [UInt8], hasAlpha: Bool), ImagingError> = .failure(
      ImagingError(file: "", coder: "webpload", reason: "no pixels"))
    // The picture reads from the bytes for as long as it lives: inside the closure.
    unsafe bytes.withUnsafeBytes { buffer in
      do throws(ImagingError) {
        let picture = unsafe try VipsPicture(vips, file: "", coder: "webpload") { out in
          unsafe pyramidion_vips_load_tile(
            vips.table, "webpload_buffer", buffer.baseAddress, buffer.count, &out)
        }
        guard picture.width == width, picture.height == height else {
          throw ImagingError(
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

  /// Formats that libvips writes.
  package enum Saver: Sendable {
    case png, webp, avif, gif, tiff

    var operation: String {
      switch self {
      case .png: "pngsave_buffer"
      case .webp: "webpsave_buffer"
      case .avif: "heifsave_buffer"
      case .gif: "gifsave_buffer"
      case .tiff: "tiffsave_buffer"
      }
    }
  }

  /// Encodes through libvips.
  ///
  /// `channels`: 1 takes the first byte of a pixel, 3 leaves the fourth out, 4 takes it as alpha.
  /// `quality`: 1 to 100, where the format has one.
  /// `profile`: what the colours are, for formats that can say it; sRGB without.
  package static func encode(
    _ pixels: [UInt8], width: Int, height: Int, channels: Int, as saver: Saver, quality: Int,
    profile: [UInt8]?
  ) throws(ImagingError) -> [UInt8] {
    precondition(pixels.count >= width * height * 4, "pixels are missing")
    let vips = try Vips.loaded()
    let samples = channels == 4 ? pixels : packed(pixels, count: width * height, channels)
    var outcome: Result<[UInt8], ImagingError> = .failure(
      ImagingError(file: "", coder: saver.operation, reason: "no bytes"))
    unsafe samples.withUnsafeBytes { bytes in
      do throws(ImagingError) {
        let picture = unsafe try VipsPicture(vips, file: "", coder: saver.operation) { image in
          unsafe image = vips.table.pointee.vips_image_new_from_memory(
            bytes.baseAddress, bytes.count, Int32(width), Int32(height), Int32(channels),
            VIPS_FORMAT_UCHAR)
          return unsafe image == nil ? -1 : 0
        }
        let space = channels == 1 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        let colored = unsafe try picture.then { table, image, out in
          unsafe pyramidion_vips_copy_as(table, image, space, &out)
        }
        if let profile { colored.setProfile(profile) }
        outcome = .success(try colored.saved(by: saver.operation, quality: quality))
      } catch {
        outcome = .failure(error)
      }
    }
    return try outcome.get()
  }

  private static func packed(_ pixels: [UInt8], count: Int, _ channels: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count * channels) { out, made in
      unsafe pixels.withUnsafeBufferPointer { pixels in
        for index in 0..<count {
          for channel in 0..<channels {
            unsafe out[index * channels + channel] = pixels[index * 4 + channel]
          }
        }
      }
      made = count * channels
    }
  }
}

extension VipsPicture {
  fileprivate func fourBytesAPixel() throws(ImagingError) -> [UInt8] {
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
      throw ImagingError(file: file, coder: coder, reason: "it has \(bands) bands")
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

  fileprivate func saved(by saver: String, quality: Int) throws(ImagingError) -> [UInt8] {
    var blob: UnsafeMutablePointer<VipsBlob>?
    // A picture made from memory has nothing else that could be kept.
    let keepsProfile = has("icc-profile-data")
    guard
      unsafe pyramidion_vips_save(
        vips.table, saver, image, Int32(quality), keepsProfile, &blob) == 0,
      let blob = unsafe blob
    else { throw vips.failure(file: file, coder: coder) }
    defer {
      unsafe UnsafeMutableRawPointer(blob).withMemoryRebound(to: VipsArea.self, capacity: 1) {
        unsafe vips.table.pointee.vips_area_unref($0)
      }
    }
    var length = 0
    guard let bytes = unsafe vips.table.pointee.vips_blob_get(blob, &length) else {
      throw ImagingError(file: file, coder: coder, reason: "no bytes")
    }
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: length))
  }
}
