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

  /// The pictures of a file in the order of their directories, copies gathered under their original;
  /// and those that are no pages.
  static func all(
    _ reader: TIFFReader
  ) throws(TIFFError) -> (pages: [TIFFPage], associated: [AssociatedPicture]) {
    var walk = TIFFReader.Walk()
    let chain = try reader.chain(from: reader.firstDirectory, &walk)
    guard !chain.isEmpty else { throw .field("the header", "names no directory") }
    var pages: [TIFFPage] = []
    var associated: [AssociatedPicture] = []
    var lastTiled: Int?
    for (index, directory) in chain.enumerated() {
      let kind = try reader.number(.newSubfileType, of: directory) ?? 0
      // A mask says which pixels of a picture count; it is none itself.
      guard kind & 4 == 0 || pages.isEmpty else { continue }
      let picture = try Picture(directory, index, reader)
      let isLast = index == chain.count - 1
      if let first = pages.first?.base {
        if let found = try AssociatedPicture(picture, beside: first, reader) {
          associated.append(found)
          continue
        }
      } else if !isLast, let label = try AssociatedPicture(ahead: picture, reader) {
        associated.append(label)
        continue
      }
      if let last = lastTiled, pages[last].takesAsLevel(picture) {
        pages[last].levels.append(picture)
        continue
      }
      guard kind & 1 == 0 || pages.isEmpty else {
        associated.append(AssociatedPicture(copyOf: picture))
        continue
      }
      var page = TIFFPage(base: picture)
      if picture.isTiled {
        lastTiled = pages.count
        for offset in try reader.numbers(.subIFDs, of: directory, limit: 64) ?? [] {
          for child in try reader.chain(from: offset, &walk) {
            let small = try Picture(child, walk.visited.count - 1, reader)
            if page.takesAsLevel(small) { page.levels.append(small) }
          }
        }
      }
      pages.append(page)
    }
    return (pages, associated)
  }

  /// A level is tiled, smaller than the last one, and shows the same.
  private func takesAsLevel(_ picture: Picture) -> Bool {
    let last = levels.last ?? base
    guard picture.isTiled, base.isTiled, picture.size.width <= last.size.width,
      picture.size.height <= last.size.height, picture.size != last.size
    else { return false }
    return picture.hasSides(inProportionTo: base)
  }
}

extension TIFFPage.Picture {
  /// Whether it can be a smaller copy of another picture, either side rounded in either direction.
  func hasSides(inProportionTo other: TIFFPage.Picture) -> Bool {
    let across = other.size.width * size.height
    let down = other.size.height * size.width
    return abs(across - down) <= other.size.width + other.size.height
  }

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
