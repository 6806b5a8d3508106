import PyramidFormat
import TileGeometry

extension PictureHead {
  private enum Tag {
    static let width: UInt16 = 256
    static let height: UInt16 = 257
    static let tileWidth: UInt16 = 322
  }

  /// A file's first directory is its first page.
  mutating func readTIFF(_ source: any ByteSource) throws(ByteSourceError) {
    fields = SourcePart(of: source, at: 0, count: UInt64(max(0, source.byteCount)))
    guard
      let directory = try TIFFFields(of: source, keeping: [Tag.width, Tag.height, Tag.tileWidth]),
      let width = try directory.number(Tag.width), let height = try directory.number(Tag.height)
    else { return }
    stored = PixelSize(width, height)
    // Tiles are served as they lie.
    isTurned = !directory.has(Tag.tileWidth)
  }
}
