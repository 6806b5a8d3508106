package import TileGeometry

/// Everything of a pyramid file that is known before its first tile: where each directory, value
/// and table lies, and so where the tiles begin.
package struct PyramidLayout: Sendable {
  /// Where a level's tables lie in the head, and how many tiles they tell of.
  package struct LevelTables: Equatable, Sendable {
    package let level: Level
    package let tileCount: Int
    package fileprivate(set) var offsets = 0
    package fileprivate(set) var byteCounts = 0
    package fileprivate(set) var checksums = 0
  }

  /// A head of some 330 MB and pictures of a terapixel; more is a mistake.
  package static let maximumTileCount: Int64 = 1 << 24

  package let ladder: Ladder
  package let tiles: PyramidTiles
  package let isBig: Bool

  /// The head with all tables empty.
  package let head: [UInt8]
  package let levels: [LevelTables]
  /// Where in the head the checksum of the head goes.
  package let checksumPlace: Int

  /// Bytes before the first tile.
  package var headLength: Int { head.count }

  package var tileCount: Int { levels.reduce(0) { $0 + $1.tileCount } }

  /// Plans a file.
  ///
  /// - Parameters:
  ///   - ladder: The levels; of at most ``maximumTileCount`` tiles.
  ///   - tiles: What they are.
  ///   - description: What the file says of itself.
  ///   - profile: The ICC profile that the pixels are in; sRGB where there is none.
  ///   - big: Whether the file is a BigTIFF; nil decides from the size its tiles could have.
  /// - Throws: ``PyramidLayoutError`` for what no file can hold.
  package init(
    ladder: Ladder, tiles: PyramidTiles, description: PyramidDescription, profile: [UInt8]? = nil,
    big: Bool? = nil
  ) throws(PyramidLayoutError) {
    let levels = (0..<ladder.count).compactMap { ladder.level(at: $0) }
    let total = levels.reduce(Int64(0)) { $0.addingClamped($1.tileCount) }
    guard total <= Self.maximumTileCount else { throw .tooManyTiles(total) }
    guard PyramidTiles.channelBounds.contains(tiles.channels) else {
      throw .channelsOutOfBounds(tiles.channels)
    }
    // What incompressible pixels can come to; past 2 GiB some readers take offsets for negative.
    let side = Int64(ladder.tileSize.side)
    let worst = total * (side * side * Int64(tiles.channels) * 5 / 4 + 4096)
    let isBig = big ?? (worst + Int64(profile?.count ?? 0) >= 1 << 31)
    self.isBig = isBig
    self.ladder = ladder
    self.tiles = tiles

    let drafts = levels.enumerated().map { index, level in
      Self.directory(
        of: level, tiles: tiles, isBig: isBig, first: index == 0,
        description: description, profile: profile)
    }
    let laidOut = HeadBuilder(isBig: isBig).build(drafts)
    self.head = laidOut.head
    self.checksumPlace = laidOut.places[0][.indexChecksum] ?? 0
    self.levels = zip(levels, laidOut.places).map { level, places in
      LevelTables(
        level: level, tileCount: Int(level.tileCount), offsets: places[.tileOffsets] ?? 0,
        byteCounts: places[.tileByteCounts] ?? 0, checksums: places[.tileChecksums] ?? 0)
    }
  }

  private static func directory(
    of level: Level, tiles: PyramidTiles, isBig: Bool, first: Bool,
    description: PyramidDescription, profile: [UInt8]?
  ) -> DirectoryDraft {
    var draft = DirectoryDraft()
    draft.add(.newSubfileType, long: first ? 0 : 1)
    draft.add(.imageWidth, long: UInt32(clamping: level.size.width))
    draft.add(.imageLength, long: UInt32(clamping: level.size.height))
    draft.add(.bitsPerSample, shorts: Array(repeating: 8, count: tiles.channels))
    draft.add(.compression, shorts: [tiles.compression.rawValue])
    draft.add(.photometric, shorts: [tiles.photometric.rawValue])
    draft.add(.samplesPerPixel, shorts: [UInt16(tiles.channels)])
    draft.add(.planarConfiguration, shorts: [1])
    draft.add(.software, text: Array("Pyramidion".utf8))
    draft.add(.tileWidth, long: UInt32(level.tileSize.side))
    draft.add(.tileLength, long: UInt32(level.tileSize.side))
    let count = Int(level.tileCount)
    draft.add(.tileOffsets, table: isBig ? .long8 : .long, count: count)
    draft.add(.tileByteCounts, table: .long, count: count)
    draft.add(.tileChecksums, table: .long, count: count)
    if tiles.hasAlpha { draft.add(.extraSamples, shorts: [2]) }
    if case .deflate = tiles { draft.add(.predictor, shorts: [2]) }
    if case .colorJPEG(let chroma) = tiles {
      draft.add(.chromaSubsampling, shorts: [UInt16(chroma.across), UInt16(chroma.down)])
      draft.add(.chromaPositioning, shorts: [1])
      draft.add(.referenceBlackWhite, wholeRationals: [0, 255, 128, 255, 128, 255])
    }
    if first {
      draft.add(.imageDescription, text: description.encoded())
      if let profile { draft.add(.colorProfile, opaque: profile) }
      draft.add(.indexLength, table: .long, count: 1)
      draft.add(.indexChecksum, table: .long, count: 1)
    }
    return draft
  }
}

extension Int64 {
  /// The sum, or the largest number where there is none.
  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
