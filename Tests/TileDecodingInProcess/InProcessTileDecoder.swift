import Decoding
package import Pixels
package import PyramidFormat
package import Rendering

/// Decodes stored tiles where it is called: for tests, which decode nobody's but their own.
package struct InProcessTileDecoder: TileDecoding {
  package init() {}

  package func decode(
    _ tile: [UInt8], _ coding: TileCoding, as form: TileForm
  ) throws(TileDecodingError) -> DecodedTile {
    var bytes = [UInt8](repeating: 0, count: form.byteCount(ofTile: coding.width, coding.height))
    let outcome: TileDecoder.Outcome
    do throws(TileDecoder.Damage) {
      var span = bytes.mutableSpan
      var room = unsafe span.mutableBytes
      outcome = try unsafe TileDecoder.decode(tile.span.bytes, coding, as: form, into: &room)
    } catch {
      throw .damaged(error.words)
    }
    guard case .made(let byteCount, let hasAlpha) = outcome else { return .otherPlanes }
    guard case .planes(.some) = form else {
      return .made([Array(bytes[..<byteCount])], hasAlpha: hasAlpha)
    }
    let luma = coding.width * coding.height
    let chroma = (byteCount - luma) / 2
    return .made(
      [
        Array(bytes[..<luma]), Array(bytes[luma..<(luma + chroma)]),
        Array(bytes[(luma + chroma)..<byteCount]),
      ], hasAlpha: false)
  }
}
