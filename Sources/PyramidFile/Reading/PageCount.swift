extension Pyramid {
  /// How many pictures a TIFF has, tiled or not, copies not counted.
  package static func pageCount(of source: any ByteSource) throws -> Int {
    try pageDirectories(of: source).count
  }

  /// The first directory of each picture of a TIFF, counted from 0 as other programs count pages:
  /// copies and masks are pages of their own to them.
  package static func pageDirectories(of source: any ByteSource) throws -> [Int] {
    try TIFFPage.all(try TIFFReader(source)).map(\.base.index)
  }
}
