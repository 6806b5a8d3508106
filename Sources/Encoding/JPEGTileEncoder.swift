import CJPEG
package import CodecErrors
package import Pixels
package import TileGeometry

/// Encodes the tiles of bands as JPEG streams, each whole in itself.
///
/// One thread uses one encoder for all its tiles: its tables, its output buffer and libjpeg's
/// memory are made once.
@safe
package final class JPEGTileEncoder: TileEncoder {
  let encoder: UnsafeMutablePointer<pyramidion_jpeg_encoder>
  private let output: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  let layout: PixelLayout
  let tileSide: Int
  /// How the tiles' chroma is sampled.
  let sampling: ChromaSampling
  private var installed: HuffmanCodes?

  /// An encoder of tiles of one size and quality.
  ///
  /// - Parameters:
  ///   - layout: of the bands that tiles are cut from.
  ///   - tileSide: in pixels.
  ///   - quality: 1 to 100, as libjpeg has it.
  ///   - chroma: what `.rgbx` pixels are subsampled to; planes are encoded as they are.
  /// - Throws: ``CodecError`` where libjpeg has no memory.
  package init(
    layout: PixelLayout, tileSide: Int, quality: Int, chroma: ChromaSampling
  ) throws(CodecError) {
    let (components, sampling): (Int32, ChromaSampling) =
      switch layout {
      case .gray: (1, .full)
      case .yCbCr(let own): (3, own)
      case .rgbx, .rgba: (4, chroma)
      }
    let made = unsafe pyramidion_jpeg_encoder_create(
      Int32(tileSide), components, Int32(quality), Int32(sampling.across), Int32(sampling.down))
    guard let made = unsafe made else {
      throw CodecError(file: "", coder: "jpeg", reason: "no memory for an encoder")
    }
    unsafe encoder = unsafe made
    self.layout = layout
    self.sampling = sampling
    self.tileSide = tileSide
    // Baseline JPEG can't need more: every coefficient at its longest code is below this.
    capacity = tileSide * tileSide * 6 + 4096
    unsafe output = .allocate(capacity: capacity)
  }

  var hasChroma: Bool { layout != .gray }

  deinit {
    unsafe pyramidion_jpeg_encoder_destroy(encoder)
    unsafe output.deallocate()
  }

  package func encode(
    _ band: PixelBand, column: Int, codes: HuffmanCodes?, body: (Span<UInt8>) throws -> Void
  ) throws {
    if let codes, installed !== codes {
      install(codes)
      installed = codes
    }
    let length = try encode(band, column: column)
    try body(unsafe Span(_unsafeStart: UnsafePointer(output), count: length))
  }

  private func encode(_ band: PixelBand, column: Int) throws(CodecError) -> Int {
    precondition(band.layout == layout && band.tileSide == tileSide, "another kind of band")
    let length =
      band.planes.count == 3 || layout == .gray
      ? encodePlanes(band, column: column) : encodePixels(band, column: column)
    guard length > 0 else { throw failure() }
    return length
  }

  private func failure() -> CodecError {
    let reason = unsafe withUnsafeBytes(of: &encoder.pointee.errors.message) { bytes in
      unsafe String(decoding: unsafe bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return CodecError(file: "", coder: "jpeg", reason: reason)
  }

  private func encodePlanes(_ band: PixelBand, column: Int) -> Int {
    let x = column * tileSide
    var starts: [UnsafeMutablePointer<UInt8>?] = unsafe [nil, nil, nil]
    var strides = [0, 0, 0]
    for index in band.planes.indices {
      unsafe starts[index] = unsafe band.planes[index].address(x: x, y: 0)
      strides[index] = band.planes[index].stride
    }
    return unsafe pyramidion_jpeg_encode_planes(encoder, &starts, &strides, output, capacity)
  }

  private func encodePixels(_ band: PixelBand, column: Int) -> Int {
    let plane = band.planes[0]
    return unsafe pyramidion_jpeg_encode_pixels(
      encoder, plane.address(x: column * tileSide, y: 0), plane.stride, output, capacity)
  }
}
