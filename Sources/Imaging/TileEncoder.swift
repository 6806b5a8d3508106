/// Turns one tile of a band into the bytes that a viewer gets. One thread uses one encoder.
package protocol TileEncoder: AnyObject {
  /// Encodes the tile and shows its bytes, which live until the closure returns.
  func encode(_ band: PixelBand, column: Int, body: (Span<UInt8>) throws -> Void) throws
}
