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

  /// What a file of several pages, or one that a decoder describes, says of itself and them.
  ///
  /// - Parameter path: below the root.
  /// - Returns: nil for a file that is one picture, or none.
  /// - Throws: what keeps it from being read.
  func facts(of path: [UInt8]) throws(Failure) -> DocumentFacts?

  /// How large a page of such a file is, where no decoder has to be asked for it.
  ///
  /// - Parameters:
  ///   - page: from 1.
  ///   - path: the file's, below the root.
  /// - Returns: nil where nobody knows, or there is no such page.
  /// - Throws: what keeps it from being read.
  func size(ofPage page: Int, in path: [UInt8]) throws(Failure) -> PageSize?

  /// The image that stands for a folder.
  ///
  /// - Parameters:
  ///   - folder: below the root.
  ///   - end: when no further folder is read.
  /// - Returns: nil where none is near, or time is up.
  func cover(of folder: [UInt8], until end: Instant) -> [UInt8]?

  /// Whether there is a file.
  ///
  /// - Parameter path: below the root.
  /// - Returns: false for a folder.
  /// - Throws: what keeps the file system from telling.
  func isFile(at path: [UInt8]) throws(Failure) -> Bool

  /// The first bytes of a file.
  ///
  /// - Parameters:
  ///   - path: below the root.
  ///   - limit: of them.
  /// - Returns: nil where there is no such file.
  /// - Throws: what keeps it from being read.
  func bytes(of path: [UInt8], limit: Int) throws(Failure) -> [UInt8]?

  func failure(_ trouble: BookTrouble, at path: [UInt8]) -> Failure

  /// Tells whoever keeps the files of what is wrong with one that takes nothing else with it.
  func note(_ trouble: BookTrouble, at path: [UInt8])
}

/// What a file is, for who makes a book of its folder.
package enum BookGlance: Sendable {
  /// One image, upright; nil where its size is not known without making its picture.
  case image(PixelSize?)
  /// A file of several pages: a book by itself.
  case document
}
