import Books
import Caching
import Posix
import PyramidFile
import Sources
import Synchronization
import TileGeometry

/// What files are by their first bytes and directories: read once for a file as it is.
final class DocumentPages: Sendable {
  private enum Kind: Sendable {
    /// One picture, or none.
    case picture
    /// Several pictures, by their sizes.
    case pictures(Runs<PageSize>)
    /// Only a decoder knows how many.
    case described
  }

  private static let capacity = 32_768
  /// Runs of sizes that are remembered of one file; those of more are read again.
  private static let mostRuns = 1024

  private let index: ImageIndex
  private let known = Mutex(ClockCache<FileStatus, Kind>(capacity: capacity))

  init(_ index: ImageIndex) { self.index = index }

  /// How large a file's pages are.
  ///
  /// - Parameters:
  ///   - path: the file's, below the root.
  ///   - status: what the file system says of it now.
  /// - Returns: nil for a file that is one picture, or none, and where only a decoder knows.
  /// - Throws: what kept the file from being read.
  func sizes(of path: [UInt8], _ status: FileStatus) throws(FileError) -> Runs<PageSize>? {
    switch try kind(of: path, status) {
    case .pictures(let sizes): sizes
    case .picture, .described: nil
    }
  }

  /// Whether a file is a book by itself.
  ///
  /// - Parameters:
  ///   - path: the file's, below the root.
  ///   - status: what the file system says of it now.
  /// - Returns: false for one picture, and for none.
  /// - Throws: what kept the file from being read.
  func isDocument(_ path: [UInt8], _ status: FileStatus) throws(FileError) -> Bool {
    switch try kind(of: path, status) {
    case .pictures, .described: true
    case .picture: false
    }
  }

  private func kind(of path: [UInt8], _ status: FileStatus) throws(FileError) -> Kind {
    if let kind = known.withLock({ $0.value(of: status) }) { return kind }
    guard let identifier = ImageIdentifier(path: path) else { return .picture }
    let file = try index.root.open(identifier).file
    if try index.rules.isDescribed(file) { return keep(.described, of: file) }
    guard let sizes = try PlainFiles.pageSizes(of: file) else { return keep(.picture, of: file) }
    return sizes.runs.count <= Self.mostRuns
      ? keep(.pictures(sizes), of: file) : .pictures(sizes)
  }

  private func keep(_ kind: Kind, of file: LocalFile) -> Kind {
    if file.status.isAtRest { known.withLock { $0.insert(kind, for: file.status) } }
    return kind
  }
}
