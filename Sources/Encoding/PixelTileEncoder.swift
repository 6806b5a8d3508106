import CVips
package import CodecErrors
package import Pixels
import VipsLibrary

/// Encodes tiles that JPEG can't hold: WebP, with alpha or without loss of colour planes, and
/// lossless zlib streams with TIFF's horizontal differences; both by libvips and what it has.
package final class PixelTileEncoder: TileEncoder {
  package enum Coding: Equatable, Sendable {
    /// With the profile that the pixels are in, where they are not sRGB.
    case webp(quality: Int, profile: [UInt8]?)
    case deflate
  }

  private let coding: Coding
  private let channels: Int
  private let vips: Vips
  private var pixels: [UInt8]
  private var output: [UInt8] = []

  /// An encoder of tiles of one size.
  ///
  /// - Parameters:
  ///   - coding: what they are written as.
  ///   - channels: samples a pixel to write: 3 or 4 of a four-byte layout, 1 of grey.
  ///   - tileSide: in pixels.
  /// - Throws: ``CodecError`` where libvips can't be loaded.
  package init(coding: Coding, channels: Int, tileSide: Int) throws(CodecError) {
    self.coding = coding
    self.channels = channels
    vips = try Vips.loaded()
    pixels = [UInt8](repeating: 0, count: tileSide * tileSide * channels)
  }

  package func encode(
    _ band: PixelBand, column: Int, codes: HuffmanCodes?, body: (Span<UInt8>) throws -> Void
  ) throws {
    switch coding {
    case .webp(let quality, let profile):
      gather(band, column: column)
      try encodeWebP(side: band.tileSide, quality: quality, profile: profile, body: body)
    case .deflate:
      gather(band, column: column)
      try deflate(side: band.tileSide, body: body)
    }
  }

  package func learn(from band: PixelBand, tiles: Int) -> HuffmanCodes? { nil }

  /// Puts the tile's samples side by side, without the layout's filling.
  private func gather(_ band: PixelBand, column: Int) {
    let side = band.tileSide
    let plane = band.planes[0]
    let step = plane.bytesPerPixel
    unsafe pixels.withUnsafeMutableBufferPointer { pixels in
      var next = 0
      for y in 0..<side {
        let line = unsafe plane.address(x: column * side, y: y)
        for x in 0..<side {
          for channel in 0..<channels { unsafe pixels[next + channel] = line[x * step + channel] }
          next += channels
        }
      }
    }
  }

  private func encodeWebP(
    side: Int, quality: Int, profile: [UInt8]?, body: (Span<UInt8>) throws -> Void
  ) throws {
    let picture = unsafe try VipsPicture(vips, file: "", coder: "webpsave") { image in
      unsafe pixels.withUnsafeBytes { bytes in
        unsafe image = vips.table.pointee.vips_image_new_from_memory(
          bytes.baseAddress, bytes.count, Int32(side), Int32(side), Int32(channels),
          VIPS_FORMAT_UCHAR)
      }
      return unsafe image == nil ? -1 : 0
    }
    let colored = unsafe try picture.then { table, image, out in
      unsafe pyramidion_vips_copy_as(table, image, VIPS_INTERPRETATION_sRGB, &out)
    }
    if let profile { colored.setProfile(profile) }
    var blob: UnsafeMutablePointer<VipsBlob>?
    guard
      unsafe pyramidion_vips_webp(
        vips.table, colored.image, Int32(quality), profile != nil, &blob) == 0,
      let blob = unsafe blob
    else { throw vips.failure(file: "", coder: "webpsave") }
    defer {
      unsafe UnsafeMutableRawPointer(blob).withMemoryRebound(to: VipsArea.self, capacity: 1) {
        unsafe vips.table.pointee.vips_area_unref($0)
      }
    }
    var length = 0
    guard let bytes = unsafe vips.table.pointee.vips_blob_get(blob, &length) else {
      throw CodecError(file: "", coder: "webpsave", reason: "no bytes")
    }
    try body(
      unsafe Span(
        _unsafeStart: bytes.assumingMemoryBound(to: UInt8.self), count: length))
  }

  private func deflate(side: Int, body: (Span<UInt8>) throws -> Void) throws {
    // Each sample as its difference to the pixel before: TIFF's predictor 2.
    let row = side * channels
    for y in 0..<side {
      for x in stride(from: row - 1, through: channels, by: -1) {
        pixels[y * row + x] &-= pixels[y * row + x - channels]
      }
    }
    var length = unsafe vips.table.pointee.compressBound(UInt(pixels.count))
    if output.count < Int(length) { output = [UInt8](repeating: 0, count: Int(length)) }
    let result = unsafe pixels.withUnsafeBufferPointer { pixels in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe vips.table.pointee.compress2(
          output.baseAddress, &length, pixels.baseAddress, UInt(pixels.count), 6)
      }
    }
    guard result == 0 else {
      throw CodecError(file: "", coder: "deflate", reason: "zlib answered \(result)")
    }
    try unsafe output.withUnsafeBufferPointer { bytes in
      try body(
        unsafe Span(_unsafeElements: unsafe UnsafeBufferPointer(rebasing: bytes[..<Int(length)])))
    }
  }
}
