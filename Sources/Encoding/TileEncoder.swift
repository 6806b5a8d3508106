package import Pixels

/// Turns one tile of a band into the bytes that a viewer gets.
///
/// One thread uses one encoder.
package protocol TileEncoder: AnyObject {
  /// Encodes the tile and shows its bytes, which live until the closure returns.
  ///
  /// - Parameters:
  ///   - band: the row of tiles that it lies in.
  ///   - column: its place in the row.
  ///   - codes: what ``learn(from:tiles:)`` found for pictures like this one.
  ///   - body: given the bytes.
  /// - Throws: what the encoder or the closure says.
  func encode(
    _ band: PixelBand, column: Int, codes: HuffmanCodes?, body: (Span<UInt8>) throws -> Void
  ) throws

  /// Codes that suit a band's tiles, found by looking at some of them.
  ///
  /// - Parameters:
  ///   - band: a row of tiles.
  ///   - tiles: how many the codes are for, those of this row among them.
  /// - Returns: nil where there are none to choose.
  /// - Throws: what the encoder says.
  func learn(from band: PixelBand, tiles: Int) throws -> HuffmanCodes?
}
