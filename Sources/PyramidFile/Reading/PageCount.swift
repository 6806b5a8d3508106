extension Pyramid {
  /// How many pictures a TIFF has, tiled or not, copies not counted.
  package static func pageCount(of source: any ByteSource) throws -> Int {
    try TIFFPage.all(try TIFFReader(source)).count
  }
}
