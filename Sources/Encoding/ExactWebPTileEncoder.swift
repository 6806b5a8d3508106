import Glibc
package import Pixels

/// Encodes tiles of colors without alpha as WebP, every pixel as it is.
package final class ExactWebPTileEncoder: TileEncoder {
  private let exact: ExactWebP
  /// The last tile that was of one color: of a page many are as white as each other.
  private var plain: (pixel: UInt32, bytes: [UInt8])?

  /// - Parameter tileSide: in pixels.
  package init(tileSide: Int) { exact = ExactWebP(pixels: tileSide * tileSide) }

  package func encode(
    _ band: PixelBand, column: Int, codes: HuffmanCodes?, body: (Span<UInt8>) throws -> Void
  ) throws {
    let plane = band.planes[0]
    let side = band.tileSide
    precondition(plane.bytesPerPixel == 4, "another kind of band")
    let first = unsafe plane.address(x: column * side, y: 0)
    let pixel = unsafe Self.onlyPixel(from: first, stride: plane.stride, side: side)
    if let plain, plain.pixel == pixel { return try body(plain.bytes.span) }
    try unsafe exact.encode(first, stride: plane.stride, width: side, height: side) {
      bytes in
      if let pixel { plain = unsafe (pixel, bytes.withUnsafeBufferPointer { unsafe Array($0) }) }
      try body(bytes)
    }
  }

  package func learn(from band: PixelBand, tiles: Int) -> HuffmanCodes? { nil }

  /// The pixel that all of a tile's are; nil where they differ.
  private static func onlyPixel(
    from first: UnsafePointer<UInt8>, stride: Int, side: Int
  ) -> UInt32? {
    let row = 4 * side
    guard unsafe memcmp(first, first + 4, row - 4) == 0 else { return nil }
    for y in 1..<side {
      guard unsafe memcmp(first, first + y * stride, row) == 0 else { return nil }
    }
    return unsafe UnsafeRawPointer(first).loadUnaligned(as: UInt32.self)
  }
}
