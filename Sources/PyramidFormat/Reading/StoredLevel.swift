package import TileGeometry

/// One level as a file has it: its size may have been rounded otherwise than ours, and need not be
/// a power of two under the first.
package final class StoredLevel: Sendable {
  /// Tiles of a level: what a table may count.
  static let tileLimit: Int64 = 1 << 28
  /// In pixels a side.
  static let tileSideLimit: UInt64 = 1 << 14
  /// No tile is longer, whatever its table says.
  package static let tileLengthLimit: Int64 = 1 << 28

  /// In pixels of this level.
  package let size: PixelSize
  package let tileWidth: Int32
  package let tileHeight: Int32
  package let columns: Int32
  package let rows: Int32
  package let facts: TileFacts
  /// The place of the level's directory among all directories read, from 0.
  package let directory: Int
  let offsets: NumberTable
  let lengths: NumberTable
  /// Ours have a checksum a tile.
  private let checksums: NumberTable?

  package var tileCount: Int { Int(columns) * Int(rows) }
  package var hasChecksums: Bool { checksums != nil }

  /// Reads what a directory says of a level.
  ///
  /// - Parameters:
  ///   - picture: the directory.
  ///   - profile: what the file's pixels are, where they are not sRGB.
  ///   - index: what a file of ours says of its checksums; nil for another program's.
  ///   - reader: of the file.
  /// - Throws: ``TIFFError`` for what is damaged, ``NotAPyramid`` for tiles that can't be served.
  init(
    _ picture: TIFFPage.Picture, _ profile: ColorProfile?, _ index: PyramidIndex?,
    _ reader: TIFFReader
  ) throws {
    let directory = picture.directory
    self.directory = picture.index
    self.size = picture.size
    func side(_ tag: TIFFTag) throws(TIFFError) -> Int32 {
      guard let value = try reader.number(tag, of: directory) else {
        throw .field(tag.name, "is missing")
      }
      guard (1...Self.tileSideLimit).contains(value) else {
        throw .field(tag.name, "is \(value), not 1 to \(Self.tileSideLimit)")
      }
      return Int32(value)
    }
    tileWidth = try side(.tileWidth)
    tileHeight = try side(.tileLength)
    let columns = (size.width + Int64(tileWidth) - 1) / Int64(tileWidth)
    let rows = (size.height + Int64(tileHeight) - 1) / Int64(tileHeight)
    let (tiles, overflow) = columns.multipliedReportingOverflow(by: rows)
    guard !overflow, tiles <= Self.tileLimit else {
      throw TIFFError.tooMany(
        "tiles", count: UInt64(overflow ? .max : tiles), limit: Int(Self.tileLimit))
    }
    self.columns = Int32(clamping: columns)
    self.rows = Int32(clamping: rows)
    facts = try TileFacts(directory, profile, reader)
    offsets = try NumberTable(.tileOffsets, of: directory, count: Int(tiles), reader: reader)
    lengths = try NumberTable(.tileByteCounts, of: directory, count: Int(tiles), reader: reader)
    checksums = try index?.table(of: picture.index, count: Int(tiles), reader: reader)
  }

  /// What tells where its tiles lie.
  var tables: [NumberTable] { [offsets, lengths] + [checksums].compactMap(\.self) }

  /// The tile's place in the tables; nil outside the grid.
  @inline(__always)
  package func index(column: Int32, row: Int32) -> Int? {
    guard column >= 0, column < columns, row >= 0, row < rows else { return nil }
    return Int(row) * Int(columns) + Int(column)
  }

  /// The CRC-32C that the file has for a tile.
  ///
  /// - Parameter index: the tile's place in the tables; see ``index(column:row:)``.
  /// - Returns: nil where the level has no checksums.
  /// - Throws: ``TIFFError`` where the table can't be read.
  package func checksum(at index: Int) throws(TIFFError) -> UInt64? {
    try checksums?.number(at: index)
  }

  /// Where a tile lies.
  ///
  /// - Parameters:
  ///   - index: the tile's place in the tables; see ``index(column:row:)``.
  ///   - fileSize: in bytes.
  /// - Returns: nil where the file leaves the tile out, as sparse files do.
  /// - Throws: ``TIFFError`` for a place outside the file, or a table that can't be read.
  package func location(at index: Int, fileSize: Int64) throws(TIFFError) -> TileLocation? {
    let offset = try offsets.number(at: index)
    let length = try lengths.number(at: index)
    guard length > 0, offset > 0 else { return nil }
    let size = UInt64(max(0, fileSize))
    guard offset <= size, length <= size - offset else {
      throw .outsideFile(
        "tile \(index % Int(columns)),\(index / Int(columns))", offset: offset, length: length,
        size: fileSize)
    }
    guard length <= UInt64(Self.tileLengthLimit) else {
      throw .tooMany("bytes of a tile", count: length, limit: Int(Self.tileLengthLimit))
    }
    return TileLocation(offset: Int64(offset), length: Int(length))
  }
}
