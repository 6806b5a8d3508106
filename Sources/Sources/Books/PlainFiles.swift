package import Books
package import Posix
package import PyramidFile
import PictureWords

/// The files of a folder, as books are made of them: looked at when they are asked for, and nothing
/// is remembered.
package struct PlainFiles: BookFiles {
  private let root: SourceRoot

  package init(_ root: SourceRoot) { self.root = root }

  package func items(of folder: [UInt8]) throws -> [FolderItem] {
    let identifier = ImageIdentifier(path: folder)
    guard folder.isEmpty || identifier != nil else {
      throw FileError("list", String(decoding: folder, as: UTF8.self), .noSuchFile)
    }
    return try root.items(of: identifier)
  }

  package func glance(at path: [UInt8], until end: Instant) throws -> BookGlance? {
    guard let file = try file(at: path) else { return nil }
    if try Self.pageSizes(of: file) != nil { return .document }
    return .image(try PictureHead.size(of: file))
  }

  package func pageSizes(of path: [UInt8]) throws -> Runs<PageSize>? {
    try file(at: path).flatMap { try Self.pageSizes(of: $0) }
  }

  /// The first image of the folder itself.
  package func cover(of folder: [UInt8], until end: Instant) -> [UInt8]? {
    // An extra: a folder that can't be read is told of without a picture.
    (try? items(of: folder))?.first { !$0.isFolder }.map { folder.joined($0.name.bytes) }
  }

  package func bytes(of path: [UInt8], limit: Int) throws -> [UInt8]? {
    try file(at: path)?.beginning(limit: limit)
  }

  package func failure(_ trouble: BookTrouble, at path: [UInt8]) -> any Error { trouble }

  /// How large the pages of an open file are; nil for one picture, or none.
  package static func pageSizes(of file: LocalFile) throws(FileError) -> Runs<PageSize>? {
    guard let sizes = try SourceContents(of: file)?.pageSizes(), sizes.count > 1 else {
      return nil
    }
    return Runs(sizes.lazy.map { PageSize($0) })
  }

  /// An open file; nil where there is none, or nothing that is a file.
  private func file(at path: [UInt8]) throws(FileError) -> LocalFile? {
    guard let identifier = ImageIdentifier(path: path) else { return nil }
    do throws(FileError) {
      return try root.open(identifier).file
    } catch {
      guard error.errno.isOfTheFile else { throw error }
      return nil
    }
  }
}
