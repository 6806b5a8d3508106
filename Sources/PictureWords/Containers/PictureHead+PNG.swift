import PyramidFormat
import TileGeometry

extension PictureHead {
  mutating func readPNG(_ reader: inout HeadReader) throws(ByteSourceError) {
    // The signature, then the one chunk that must come first.
    guard let head = try reader.bytes(at: 8, 16), head.has("IHDR", at: 4) else { return }
    stored = PixelSize(head.bigEndian(at: 8, 4), head.bigEndian(at: 12, 4))
  }
}
