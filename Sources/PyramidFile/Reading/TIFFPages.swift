import TileGeometry

/// A picture of a file and the directories that are smaller copies of it.
struct TIFFPage {
  struct Picture {
    let directory: TIFFDirectory
    /// Among all directories read, from 0.
    let index: Int
    let size: PixelSize
    let isTiled: Bool
  }

  let base: Picture
  fileprivate(set) var levels: [Picture] = []

  /// The pictures of a file in the order of their directories, copies gathered under their original.
  static func all(_ reader: TIFFReader) throws(TIFFError) -> [TIFFPage] {
    var visited: Set<UInt64> = []
    let chain = try reader.chain(from: reader.firstDirectory, visited: &visited)
    guard !chain.isEmpty else { throw .field("the header", "names no directory") }
    var pages: [TIFFPage] = []
    var lastTiled: Int?
    for (index, directory) in chain.enumerated() {
      let kind = try reader.number(.newSubfileType, of: directory) ?? 0
      // A mask says which pixels of a picture count; it is none itself.
      guard kind & 4 == 0 || pages.isEmpty else { continue }
      let picture = try Picture(directory, index, reader)
      if let last = lastTiled, pages[last].takesAsLevel(picture) {
        pages[last].levels.append(picture)
        continue
      }
      var page = TIFFPage(base: picture)
      if picture.isTiled {
        lastTiled = pages.count
        for offset in try reader.numbers(.subIFDs, of: directory, limit: 64) ?? [] {
          for child in try reader.chain(from: offset, visited: &visited) {
            let small = try Picture(child, visited.count - 1, reader)
            if page.takesAsLevel(small) { page.levels.append(small) }
          }
        }
      }
      pages.append(page)
    }
    return pages
  }

  /// A level is tiled, smaller than the last one, and shows the same: sides in the same proportion,
  /// but for rounding of either side in either direction.
  private func takesAsLevel(_ picture: Picture) -> Bool {
    let last = levels.last ?? base
    guard picture.isTiled, base.isTiled, picture.size.width <= last.size.width,
      picture.size.height <= last.size.height, picture.size != last.size
    else { return false }
    let across = base.size.width * picture.size.height
    let down = base.size.height * picture.size.width
    return abs(across - down) <= base.size.width + base.size.height
  }
}

extension TIFFPage.Picture {
  fileprivate init(
    _ directory: TIFFDirectory, _ index: Int, _ reader: TIFFReader
  ) throws(TIFFError) {
    func side(_ tag: TIFFTag) throws(TIFFError) -> Int64 {
      guard let value = try reader.number(tag, of: directory) else {
        throw .field(tag.name, "is missing")
      }
      guard value > 0, value <= UInt64(ImageSize.maximumSide) else {
        throw .field(tag.name, "is \(value), not 1 to \(ImageSize.maximumSide)")
      }
      return Int64(value)
    }
    self.directory = directory
    self.index = index
    self.size = PixelSize(width: try side(.imageWidth), height: try side(.imageLength))
    self.isTiled =
      directory.entries[.tileWidth] != nil && directory.entries[.tileLength] != nil
  }
}
