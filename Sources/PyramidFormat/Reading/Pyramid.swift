package import TileGeometry

/// A tiled pyramid that can be served as it lies: ours, or another program's.
///
/// Opening reads the directories; tile tables are read by pages as they are asked for.
package final class Pyramid: Sendable {
  package let source: any ByteSource
  package let imageSize: ImageSize
  /// The size of tiles where they are square and in bounds; only then a tile can pass through.
  package let tileSize: TileSize?
  package let ladder: Ladder
  /// What the file has, finest first.
  package let levels: [StoredLevel]
  /// What a file of ours says of itself; nil for another program's.
  package let description: PyramidDescription?
  /// What a file of ours says of its index; nil for another program's, whatever it took over.
  package let index: PyramidIndex?
  /// Whether the file has a mark of ours.
  ///
  /// Any one of several signs, so that a single damaged field cannot make a file of ours pass for
  /// another program's, of which less is asked.
  package let showsOurMarks: Bool
  package let isBigTIFF: Bool
  package let isBigEndian: Bool
  /// How many pictures the file has, copies and ``associated`` ones not counted.
  package let pageCount: Int
  /// What the file carries along that is no page of it.
  package let associated: [AssociatedPicture]
  /// What is odd about the file but does not keep it from being served.
  package let warnings: [String]
  let reader: TIFFReader
  let first: TIFFDirectory
  /// For each reduction of the ladder the stored level that is exactly it, or -1.
  private let exactLevels: [Int]

  private static let profileLimit = 1 << 22

  /// What pixels are, where they are not sRGB.
  package let profile: ColorProfile?

  /// Opens a page of a file.
  ///
  /// - Parameters:
  ///   - source: the file's bytes.
  ///   - page: from 1.
  /// - Throws: ``TIFFError`` for a file that is damaged or no TIFF, ``NotAPyramid`` for one that is
  ///   sound but has to be cut.
  package convenience init(_ source: any ByteSource, page: Int = 1) throws {
    try self.init(try TIFFPictures(of: source), page: page)
  }

  init(_ pictures: TIFFPictures, page: Int) throws {
    let (reader, pages) = (pictures.reader, pictures.pages)
    guard pages.indices.contains(page - 1) else {
      throw NotAPyramid("it has no page \(page) but \(pages.count)")
    }
    let wanted = pages[page - 1]
    let base = wanted.base
    guard base.isTiled else { throw NotAPyramid("its pixels lie in strips, not in tiles") }
    guard let imageSize = ImageSize(width: base.size.width, height: base.size.height) else {
      throw TIFFError.field("the size", "is out of bounds")
    }
    let profile = try reader.rawIfSound(
      .colorProfile, of: base.directory, limit: ColorProfile.longest
    ).flatMap { ColorProfile($0) }
    let marks = try PyramidMarks(of: wanted, reader)
    var levels = [try StoredLevel(base, profile, marks.index, reader)]
    var warnings: [String] = []
    for picture in wanted.levels {
      do {
        levels.append(try StoredLevel(picture, profile, marks.index, reader))
      } catch TIFFError.source(let failure) {
        throw TIFFError.source(failure)
      } catch {
        // One coarse level that cannot be used is one that is missing; it will be rendered.
        warnings.append("the level of \(picture.size.width)x\(picture.size.height): \(error)")
      }
    }
    let side = levels[0].tileWidth == levels[0].tileHeight ? levels[0].tileWidth : 0
    let tileSize = TileSize(side)
    let ladder = Ladder(imageSize: imageSize, tileSize: tileSize ?? .standard)
    self.exactLevels = (0..<ladder.count).map { index in
      let level = ladder.level(at: index)
      return levels.firstIndex { $0.size == level?.size && $0.tileWidth == side } ?? -1
    }
    self.source = reader.source
    self.reader = reader
    self.first = base.directory
    self.imageSize = imageSize
    self.tileSize = tileSize
    self.ladder = ladder
    self.levels = levels
    self.profile = profile
    self.warnings = warnings
    self.pageCount = pages.count
    self.associated = pictures.associated
    self.isBigTIFF = reader.isBig
    self.isBigEndian = reader.isBigEndian
    self.description = marks.description
    self.index = marks.index
    self.showsOurMarks = marks.areThere
  }

  /// The pyramids on the pages after this one, which is the first.
  ///
  /// - Returns: those pages that are pyramids.
  /// - Throws: ``TIFFError`` for a page that is damaged.
  package func following() throws -> [Pyramid] {
    guard pageCount > 1 else { return [] }
    let pictures = try TIFFPictures(of: source)
    var found: [Pyramid] = []
    for page in pictures.pages.indices.dropFirst() {
      do {
        found.append(try pictures.pyramid(page: page + 1))
      } catch is NotAPyramid {
        continue
      }
    }
    return found
  }

  /// The stored level that is exactly a reduction of the ladder: same size, same tiles.
  @inline(__always)
  package func storedLevel(_ reduction: Reduction) -> Int? {
    let index = Int(reduction.exponent)
    guard tileSize != nil, index >= 0, index < exactLevels.count, exactLevels[index] >= 0 else {
      return nil
    }
    return exactLevels[index]
  }

  /// Where the bytes of a tile of the ladder lie.
  ///
  /// - Parameter address: the tile.
  /// - Returns: nil where the file has no such level, no such tile, or leaves the tile out.
  /// - Throws: ``TIFFError`` for a place outside the file, or a table that can't be read.
  package func locate(_ address: TileAddress) throws(TIFFError) -> TileLocation? {
    guard let level = storedLevel(address.reduction) else { return nil }
    return try locate(level: level, column: address.column, row: address.row)
  }

  /// Where the bytes of a tile of a stored level lie.
  ///
  /// - Parameters:
  ///   - level: the place in ``levels``.
  ///   - column: from 0.
  ///   - row: from 0.
  /// - Returns: nil where the level has no such tile, or leaves it out.
  /// - Throws: ``TIFFError`` for a place outside the file, or a table that can't be read.
  package func locate(
    level: Int, column: Int32, row: Int32
  ) throws(TIFFError) -> TileLocation? {
    try tile(level: level, column: column, row: row)?.location
  }

  /// Where all tables of tiles lie, in bytes.
  package var indexRanges: [Range<Int64>] { levels.flatMap { $0.tables.map(\.range) } }

  /// Reads all tables of tiles: looking for one reads nothing any more.
  ///
  /// - Throws: ``TIFFError`` where they can't be read.
  package func readIndex() throws(TIFFError) {
    for level in levels { for table in level.tables { try table.readWhole() } }
  }

  /// The bytes of a tile as they lie; see ``TileFacts/prefix``.
  package func tileBytes(at location: TileLocation) throws(TIFFError) -> [UInt8] {
    try source.bytes(
      "a tile", at: UInt64(clamping: location.offset), count: UInt64(clamping: location.length))
  }

  /// The ICC profile of the first level, whatever it says.
  package func colorProfile() throws(TIFFError) -> [UInt8]? {
    try reader.raw(.colorProfile, of: first, limit: Self.profileLimit)
  }
}
