import PyramidFormat
import TileGeometry

extension PictureHead {
  mutating func readGIF(_ reader: inout HeadReader) throws(ByteSourceError) {
    guard let screen = try reader.bytes(at: 6, 4) else { return }
    stored = PixelSize(screen.littleEndian(at: 0, 2), screen.littleEndian(at: 2, 2))
  }
}
