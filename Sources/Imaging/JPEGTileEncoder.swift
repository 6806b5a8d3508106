import CJPEG

/// Encodes the tiles of bands as JPEG streams, each whole in itself.
///
/// One thread uses one encoder for all its tiles: its tables, its output buffer and libjpeg's
/// memory are made once.
@safe
package final class JPEGTileEncoder: TileEncoder {
  private let encoder: UnsafeMutablePointer<pyramidion_jpeg_encoder>
  private let output: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private let layout: PixelLayout
  private let tileSide: Int

  /// - Parameters:
  ///   - quality: 1 to 100, as libjpeg has it.
  ///   - chroma: what `.rgbx` pixels are subsampled to; planes are encoded as they are.
  package init(
    layout: PixelLayout, tileSide: Int, quality: Int, chroma: ChromaSubsampling
  ) throws(ImagingError) {
    let (components, sampling): (Int32, Int32) =
      switch layout {
      case .grey: (1, 1)
      case .yCbCr(let own): (3, own == .half ? 2 : 1)
      case .rgbx, .rgba: (4, chroma == .half ? 2 : 1)
      }
    let made = unsafe pyramidion_jpeg_encoder_create(
      Int32(tileSide), components, Int32(quality), sampling, sampling)
    guard let made = unsafe made else {
      throw ImagingError(file: "", coder: "jpeg", reason: "no memory for an encoder")
    }
    unsafe encoder = unsafe made
    self.layout = layout
    self.tileSide = tileSide
    // Baseline JPEG can't need more: every coefficient at its longest code is below this.
    capacity = tileSide * tileSide * 6 + 4096
    unsafe output = .allocate(capacity: capacity)
  }

  deinit {
    unsafe pyramidion_jpeg_encoder_destroy(encoder)
    unsafe output.deallocate()
  }

  package func encode(
    _ band: PixelBand, column: Int, body: (Span<UInt8>) throws -> Void
  ) throws {
    precondition(band.layout == layout && band.tileSide == tileSide, "another kind of band")
    let length =
      band.planes.count == 3 || layout == .grey
      ? encodePlanes(band, column: column) : encodePixels(band, column: column)
    guard length > 0 else {
      let reason = unsafe withUnsafeBytes(of: &encoder.pointee.errors.message) { bytes in
        unsafe String(decoding: unsafe bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw ImagingError(file: "", coder: "jpeg", reason: reason)
    }
    try body(unsafe Span(_unsafeStart: UnsafePointer(output), count: length))
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
