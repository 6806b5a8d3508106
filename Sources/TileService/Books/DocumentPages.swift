import Books
import Caching
import Posix
import PyramidFile
import Sources
import Synchronization
import TileGeometry

/// The pages of files that have several, by their directories: read once for a file as it is.
final class DocumentPages: Sendable {
  private static let capacity = 32_768
  /// Runs of sizes that are remembered of one file; those of more are read again.
  private static let mostRuns = 1024

  private let index: ImageIndex
  /// Without a value for a file that is one picture, or none.
  private let known = Mutex(ClockCache<FileStatus, Runs<PageSize>?>(capacity: capacity))

  init(_ index: ImageIndex) { self.index = index }

  /// How large a file's pages are.
  ///
  /// - Parameters:
  ///   - path: the file's, below the root.
  ///   - status: what the file system says of it now.
  /// - Returns: nil for a file that is one picture, or none.
  /// - Throws: what kept the file from being read.
  func sizes(of path: [UInt8], _ status: FileStatus) throws(FileError) -> Runs<PageSize>? {
    if let sizes = known.withLock({ $0.value(of: status) }) { return sizes }
    guard let identifier = ImageIdentifier(path: path) else { return nil }
    let file = try index.root.open(identifier).file
    let sizes = try PlainFiles.pageSizes(of: file)
    if file.status.isAtRest, (sizes?.runs.count ?? 0) <= Self.mostRuns {
      known.withLock { $0.insert(sizes, for: file.status) }
    }
    return sizes
  }
}
