import CJPEG
package import CodecErrors
import JPEGScan
package import Pixels
package import TileGeometry

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
    _ band: PixelBand, column: Int, codes: HuffmanCodes?, body: (Span<UInt8>) throws -> Void
  ) throws {
    if let codes { install(codes) }
    let length = try encode(band, column: column)
    try body(unsafe Span(_unsafeStart: UnsafePointer(output), count: length))
  }

  /// As many tiles as are looked at for codes at most; each costs three encodings.
  private static let samples = 3
  /// One of so many is looked at, and one of fewer: a few tiles are not worth more.
  private static let tilesPerSample = 6

  package func learn(from band: PixelBand, tiles: Int) throws -> HuffmanCodes? {
    installed = nil
    var statistics = HuffmanStatistics(tables: tables.count)
    unsafe pyramidion_jpeg_encoder_learn(encoder, true)
    defer { unsafe pyramidion_jpeg_encoder_learn(encoder, false) }
    let count = min(Self.samples, band.columns, max(1, tiles / Self.tilesPerSample))
    for sample in 0..<count {
      let length = try encode(band, column: (2 * sample + 1) * band.columns / (2 * count))
      for (place, table) in tables.enumerated() {
        guard let codes = unsafe pyramidion_jpeg_encoder_codes(encoder, table.ac, table.index)
        else { return nil }
        let bits = unsafe withUnsafeBytes(of: codes.pointee.bits) { unsafe Array($0) }
        let values = unsafe withUnsafeBytes(of: codes.pointee.huffval) { unsafe Array($0) }
        // libjpeg's first number is of words without bits.
        statistics.add(
          counts: Array(bits.dropFirst()), symbols: values, weight: Double(length), to: place)
      }
    }
    return HuffmanCodes(
      tables: tables.enumerated().map { place, table in
        statistics.table(place, steps: table.ac ? steps(table.index) : nil)
      })
  }

  /// The steps of a table in zigzag order.
  private func steps(_ index: Int32) -> [UInt16] {
    guard let table = unsafe pyramidion_jpeg_encoder_steps(encoder, index) else {
      return Array(repeating: 1, count: 64)
    }
    return Zigzag.places.map { unsafe table[$0] }
  }

  /// The code tables in use: luma, and chroma where there is some.
  private var tables: [(ac: Bool, index: Int32)] {
    layout == .gray
      ? [(false, 0), (true, 0)] : [(false, 0), (true, 0), (false, 1), (true, 1)]
  }

  private func install(_ codes: HuffmanCodes) {
    guard installed !== codes else { return }
    installed = codes
    for (wanted, table) in zip(codes.tables, tables) {
      guard let place = unsafe pyramidion_jpeg_encoder_codes(encoder, table.ac, table.index) else {
        continue
      }
      unsafe withUnsafeMutableBytes(of: &place.pointee.bits) {
        unsafe $0.copyBytes(from: ([0] + wanted.counts).prefix($0.count))
      }
      unsafe withUnsafeMutableBytes(of: &place.pointee.huffval) {
        unsafe $0.copyBytes(from: wanted.symbols.prefix($0.count))
      }
    }
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
