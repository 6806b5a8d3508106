import CJPEG
import CVips
package import CodecErrors
import VipsLibrary

/// Makes files of pictures in memory, of four bytes a pixel: red, green, blue, and alpha or nothing.
package enum PictureEncoding {
  /// Encodes as JPEG; grey takes the first channel alone.
  package static func encodeJPEG(
    _ pixels: [UInt8], width: Int, height: Int, isGray: Bool, quality: Int
  ) throws(CodecError) -> [UInt8] {
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
    return unsafe try message.taken(made, length)
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
  /// - Parameters:
  ///   - pixels: four bytes each, rows without gaps.
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - channels: 1 takes the first byte of a pixel, 3 leaves the fourth out, 4 takes it as alpha.
  ///   - saver: which of libvips' savers.
  ///   - quality: 1 to 100, where the format has one.
  ///   - profile: what the colours are, for formats that can say it; sRGB without.
  /// - Returns: the file.
  /// - Throws: ``CodecError`` in the saver's words.
  package static func encode(
    _ pixels: [UInt8], width: Int, height: Int, channels: Int, as saver: Saver, quality: Int,
    profile: [UInt8]?
  ) throws(CodecError) -> [UInt8] {
    precondition(pixels.count >= width * height * 4, "pixels are missing")
    let vips = try Vips.loaded()
    let samples = channels == 4 ? pixels : packed(pixels, count: width * height, channels)
    var outcome: Result<[UInt8], CodecError> = .failure(
      CodecError(file: "", coder: saver.operation, reason: "no bytes"))
    unsafe samples.withUnsafeBytes { bytes in
      do throws(CodecError) {
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
  fileprivate func saved(by saver: String, quality: Int) throws(CodecError) -> [UInt8] {
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
      throw CodecError(file: file, coder: coder, reason: "no bytes")
    }
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: length))
  }
}
