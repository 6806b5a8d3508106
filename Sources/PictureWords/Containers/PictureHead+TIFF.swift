import PyramidFormat
import TileGeometry

extension PictureHead {
  private enum Tag {
    static let width: UInt16 = 256
    static let height: UInt16 = 257
    static let orientation: UInt16 = 274
    static let tileWidth: UInt16 = 322
    static let all: Set<UInt16> = [width, height, orientation, tileWidth]
  }

  /// A file's first directory is its first page.
  mutating func readTIFF(_ source: any ByteSource) throws(ByteSourceError) {
    fields = SourcePart(of: source, at: 0, count: UInt64(max(0, source.byteCount)))
    guard
      let directory = try TIFFFields(of: source, keeping: Tag.all),
      let width = try directory.number(Tag.width), let height = try directory.number(Tag.height)
    else { return }
    stored = PixelSize(width, height)
    // Tiles are served as they lie.
    if !directory.has(Tag.tileWidth), let orientation = try directory.number(Tag.orientation) {
      turning = .by(orientation)
    }
  }
}
