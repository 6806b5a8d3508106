package import TileGeometry

/// The pictures of a TIFF file, its directories read once: how many pages it has, and which of them
/// are pyramids.
package struct TIFFPictures: Sendable {
  let reader: TIFFReader
  let pages: [TIFFPage]
  /// What the file carries along that is no page of it.
  package let associated: [AssociatedPicture]

  /// Reads the directories.
  ///
  /// - Parameter source: the file's bytes.
  /// - Throws: ``TIFFError`` for a file that is damaged or no TIFF.
  package init(of source: any ByteSource) throws(TIFFError) {
    reader = try TIFFReader(source)
    (pages, associated) = try TIFFPage.all(reader)
  }

  /// How many pictures there are, tiled or not, copies and ``associated`` ones not counted.
  package var pageCount: Int { pages.count }

  /// The first directory of each picture, counted from 0 as other programs count pages: copies and
  /// masks are pages of their own to them.
  package var pageDirectories: [Int] { pages.map(\.base.index) }

  /// Orientations, as TIFF numbers them, that swap rows and columns.
  private static let sideways: ClosedRange<UInt64> = 5...8

  /// How large each page's picture is once it is upright; tiles are shown as they lie.
  ///
  /// - Throws: ``TIFFError`` where what keeps the file from being read is the source.
  package func pageSizes() throws(TIFFError) -> [PixelSize] {
    var sizes: [PixelSize] = []
    sizes.reserveCapacity(pages.count)
    for page in pages {
      let size = page.base.size
      let turn =
        page.base.isTiled ? [] : try numbersIfSound(.orientation, of: page.base.directory)
      let isSideways = turn.first.map(Self.sideways.contains) ?? false
      sizes.append(isSideways ? PixelSize(width: size.height, height: size.width) : size)
    }
    return sizes
  }

  /// What a page's field of compression says, read as widely as any reader may: all its values.
  ///
  /// - Parameter page: from 1.
  /// - Returns: none where the file has no such page.
  package func compressions(page: Int) -> [TIFFCompression] {
    guard pages.indices.contains(page - 1) else { return [] }
    let directory = pages[page - 1].base.directory
    let values = (try? reader.numbers(.compression, of: directory, limit: 64)) ?? nil
    return (values ?? []).map { TIFFCompression(rawValue: UInt16(truncatingIfNeeded: $0)) }
  }

  /// Strips and tiles of one page that are looked at: more have to be read to be found missing.
  private static let partLimit = 1 << 20

  /// Whether pixels of any page lie behind the end of the file.
  ///
  /// - Returns: false as well for a page that says not where its pixels are, or has very many parts.
  /// - Throws: ``TIFFError`` for a table that lies there, or what kept the source from being read.
  package func isCutShort() throws(TIFFError) -> Bool {
    let end = UInt64(max(0, reader.source.byteCount))
    for page in pages {
      let (base, isTiled) = (page.base.directory, page.base.isTiled)
      let offsets = try numbersIfSound(isTiled ? .tileOffsets : .stripOffsets, of: base)
      let lengths = try numbersIfSound(isTiled ? .tileByteCounts : .stripByteCounts, of: base)
      if zip(offsets, lengths).contains(where: { $0 > end || $1 > end - $0 }) { return true }
    }
    return false
  }

  private func numbersIfSound(
    _ tag: TIFFTag, of directory: TIFFDirectory
  ) throws(TIFFError) -> [UInt64] {
    do throws(TIFFError) {
      return try reader.numbers(tag, of: directory, limit: Self.partLimit) ?? []
    } catch {
      switch error {
      case .source, .outsideFile: throw error
      case .notTIFF, .directoryLoop, .tooMany, .field: return []
      }
    }
  }

  /// Opens a page as a pyramid.
  ///
  /// - Parameter page: from 1.
  /// - Returns: the pyramid; its tile tables are read as they are asked for.
  /// - Throws: ``TIFFError`` for a page that is damaged, ``NotAPyramid`` for one that is sound but
  ///   has to be cut.
  package func pyramid(page: Int) throws -> Pyramid { try Pyramid(self, page: page) }
}
