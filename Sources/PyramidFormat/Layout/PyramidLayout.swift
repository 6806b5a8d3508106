import ByteText
package import TileGeometry

/// Everything of a pyramid file that is known before its first tile: where each directory, value
/// and table lies, and so where the tiles begin.
package struct PyramidLayout: Sendable {
  /// Where a level's tables lie in the head, and how many tiles they tell of.
  package struct LevelTables: Equatable, Sendable {
    package let level: Level
    package let tileCount: Int
    package let offsets: Int
    package let byteCounts: Int
    package let checksums: Int
  }

  /// A head of some 330 MB and pictures of a terapixel; more is a mistake.
  package static let maximumTileCount: Int64 = 1 << 24

  package let ladder: Ladder
  package let isBig: Bool

  /// The head with all tables empty.
  package let head: [UInt8]
  package let levels: [LevelTables]
  /// Where in the head the checksum of all before it goes, to its very end.
  package let seal: Int

  /// Bytes before the first tile.
  package var headLength: Int { head.count }

  package var tileCount: Int { levels.reduce(0) { $0 + $1.tileCount } }

  /// Plans a file.
  ///
  /// - Parameters:
  ///   - ladder: the levels; of at most ``maximumTileCount`` tiles.
  ///   - tiles: what they are.
  ///   - finestChroma: that of the finest level's tiles, where they are color JPEG and it is another.
  ///   - description: what the file says of itself.
  ///   - profile: the ICC profile that the pixels are in; sRGB where there is none.
  ///   - big: whether the file is a BigTIFF; nil decides from the size its tiles could have.
  /// - Throws: ``PyramidLayoutError`` for what no file can hold.
  package init(
    ladder: Ladder, tiles: PyramidTiles, finestChroma: ChromaSampling? = nil,
    description: PyramidDescription, profile: [UInt8]? = nil, big: Bool? = nil
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

    // The description tells of places that hang on its own length.
    let room = description.encoded(with: .longest(directories: levels.count)).count
    let drafts = levels.enumerated().map { index, level in
      var draft = Self.directory(
        of: level, tiles: index == 0 ? tiles.sampled(finestChroma) : tiles, isBig: isBig)
      draft.add(.newSubfileType, long: index == 0 ? 0 : 1)
      if index == 0 {
        draft.add(.imageDescription, text: Array(repeating: ASCII.space, count: room))
        if let profile { draft.add(.colorProfile, opaque: profile) }
      }
      return draft
    }
    let plan = HeadPlan(drafts, isBig: isBig)
    let place = plan.places.first?[.imageDescription] ?? 0
    let text = description.encoded(
      with: PyramidIndex(length: plan.length, place: place, checksums: plan.checksums))
    var head = plan.bytes(of: drafts)
    head.replaceSubrange(place..<place + text.count, with: text)
    self.head = head
    self.seal = plan.seal
    self.levels = levels.indices.map { index in
      LevelTables(
        level: levels[index], tileCount: drafts[index].tileCount,
        offsets: plan.places[index][.tileOffsets] ?? 0,
        byteCounts: plan.places[index][.tileByteCounts] ?? 0, checksums: plan.checksums[index])
    }
  }

  private static func directory(
    of level: Level, tiles: PyramidTiles, isBig: Bool
  ) -> DirectoryDraft {
    let count = Int(level.tileCount)
    var draft = DirectoryDraft(tileCount: count)
    draft.add(.imageWidth, long: UInt32(clamping: level.size.width))
    draft.add(.imageLength, long: UInt32(clamping: level.size.height))
    draft.add(.bitsPerSample, shorts: Array(repeating: 8, count: tiles.channels))
    draft.add(.compression, shorts: [tiles.compression.rawValue])
    draft.add(.photometric, shorts: [tiles.photometric.rawValue])
    draft.add(.samplesPerPixel, shorts: [UInt16(tiles.channels)])
    draft.add(.planarConfiguration, shorts: [1])
    draft.add(.software, text: PyramidMarks.software)
    draft.add(.tileWidth, long: UInt32(level.tileSize.side))
    draft.add(.tileLength, long: UInt32(level.tileSize.side))
    draft.add(.tileOffsets, table: isBig ? .long8 : .long, count: count)
    draft.add(.tileByteCounts, table: .long, count: count)
    if tiles.hasAlpha { draft.add(.extraSamples, shorts: [2]) }
    if case .deflate = tiles { draft.add(.predictor, shorts: [2]) }
    if case .colorJPEG(let chroma) = tiles {
      draft.add(.chromaSubsampling, shorts: [UInt16(chroma.across), UInt16(chroma.down)])
      draft.add(.chromaPositioning, shorts: [1])
      draft.add(.referenceBlackWhite, wholeRationals: [0, 255, 128, 255, 128, 255])
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
