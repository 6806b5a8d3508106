extension Pyramid {
  /// How many pictures a TIFF has, tiled or not, copies and associated ones not counted.
  package static func pageCount(of source: any ByteSource) throws -> Int {
    try pageDirectories(of: source).count
  }

  /// The first directory of each picture of a TIFF, counted from 0 as other programs count pages:
  /// copies and masks are pages of their own to them.
  package static func pageDirectories(of source: any ByteSource) throws -> [Int] {
    try TIFFPage.all(try TIFFReader(source)).pages.map(\.base.index)
  }

  /// What a TIFF carries along that is no page of it.
  package static func associated(in source: any ByteSource) throws -> [AssociatedPicture] {
    try TIFFPage.all(try TIFFReader(source)).associated
  }
}
