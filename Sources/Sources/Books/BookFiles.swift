package import Books
package import Posix
package import TileGeometry

/// The files that books are made of: looked at, never opened as images.
package protocol BookFiles: Sendable {
  associatedtype Failure: Error

  /// The folders and images of a folder: folders first, each kind in natural order.
  func items(of folder: [UInt8]) throws(Failure) -> [FolderItem]

  /// What lies at a path.
  ///
  /// - Parameters:
  ///   - path: below the root.
  ///   - end: when no further file is looked into.
  /// - Returns: nil for what has gone meanwhile.
  /// - Throws: what keeps the file system from telling; a file that can't be read is an image whose
  ///   size nobody knows.
  func glance(at path: [UInt8], until end: Instant) throws(Failure) -> BookGlance?

  /// How large the pages of a file are that has several.
  ///
  /// - Parameter path: below the root.
  /// - Returns: nil for a file that is one picture, or none.
  /// - Throws: what keeps it from being read.
  func pageSizes(of path: [UInt8]) throws(Failure) -> Runs<PageSize>?

  /// The image that stands for a folder.
  ///
  /// - Parameters:
  ///   - folder: below the root.
  ///   - end: when no further folder is read.
  /// - Returns: nil where none is near, or time is up.
  func cover(of folder: [UInt8], until end: Instant) -> [UInt8]?

  /// The first bytes of a file.
  ///
  /// - Parameters:
  ///   - path: below the root.
  ///   - limit: of them.
  /// - Returns: nil where there is no such file.
  /// - Throws: what keeps it from being read.
  func bytes(of path: [UInt8], limit: Int) throws(Failure) -> [UInt8]?

  func failure(_ trouble: BookTrouble, at path: [UInt8]) -> Failure
}

/// What a file is, for who makes a book of its folder.
package enum BookGlance: Sendable {
  /// One image, upright; nil where its size is not known without making its picture.
  case image(PixelSize?)
  /// A file of several pages: a book by itself.
  case document
}
