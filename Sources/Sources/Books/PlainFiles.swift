package import Books
package import Posix
import PictureWords
package import PyramidFile
import TileGeometry

/// The files of a folder, as books are made of them: looked at when they are asked for, and nothing
/// is remembered.
package struct PlainFiles: BookFiles {
  /// Asks a decoder what a document says of itself and all of its pages.
  package typealias Describe = @Sendable (LocalFile) throws -> DocumentFacts

  private let root: SourceRoot
  private let rules: CuttingRules
  private let describe: Describe

  /// The files of a folder.
  ///
  /// - Parameters:
  ///   - root: the folder.
  ///   - rules: how its images are cut.
  ///   - describe: asked of documents that only a decoder knows.
  package init(_ root: SourceRoot, _ rules: CuttingRules, describe: @escaping Describe) {
    self.root = root
    self.rules = rules
    self.describe = describe
  }

  package func items(of folder: [UInt8]) throws -> [FolderItem] {
    let identifier = ImageIdentifier(path: folder)
    guard folder.isEmpty || identifier != nil else {
      throw FileError("list", String(decoding: folder, as: UTF8.self), .noSuchFile)
    }
    return try root.items(of: identifier)
  }

  package func glance(at path: [UInt8], until end: Instant) throws -> BookGlance? {
    guard let file = try file(at: path) else { return nil }
    if try rules.isDescribed(file) { return .document }
    if try Self.pageSizes(of: file) != nil { return .document }
    return .image(try PictureHead.size(of: file))
  }

  package func facts(of path: [UInt8]) throws -> DocumentFacts? {
    guard let file = try file(at: path) else { return nil }
    if try rules.isDescribed(file) { return try describe(file) }
    return try Self.pageSizes(of: file).map(DocumentFacts.init(ofTIFF:))
  }

  package func size(ofPage page: Int, in path: [UInt8]) throws -> PageSize? {
    // Whoever waits for it here waits for all of them.
    guard let sizes = try facts(of: path)?.sizes, (1...sizes.count).contains(page) else {
      return nil
    }
    let size = sizes[page - 1]
    return size.pixels == nil ? nil : size
  }

  /// The first image of the folder itself.
  package func cover(of folder: [UInt8], until end: Instant) -> [UInt8]? {
    // An extra: a folder that can't be read is told of without a picture.
    (try? items(of: folder))?.first { !$0.isFolder }.map { folder.joined($0.name.bytes) }
  }

  package func isFile(at path: [UInt8]) throws -> Bool {
    guard let identifier = ImageIdentifier(path: path) else { return false }
    do throws(FileError) {
      return try root.status(of: identifier).kind == .regular
    } catch {
      guard error.errno.isOfTheFile else { throw error }
      return false
    }
  }

  package func bytes(of path: [UInt8], limit: Int) throws -> [UInt8]? {
    try file(at: path)?.beginning(limit: limit)
  }

  package func failure(_ trouble: BookTrouble, at path: [UInt8]) -> any Error { trouble }

  /// Who asked has the book, and its troubles.
  package func note(_ trouble: BookTrouble, at path: [UInt8]) {}

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
