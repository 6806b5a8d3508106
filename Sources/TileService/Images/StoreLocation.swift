package import Posix
import Sources
package import Storage

/// Where the pyramids of a service lie and are put.
package enum StoreLocation: Sendable {
  /// A folder, which is made where it is missing.
  case folder(FilePath)
  case bucket(BucketStore)

  /// What is kept of documents beside the pyramids; nil where those lie elsewhere.
  var documents: DocumentShelf? {
    switch self {
    case .folder(let path): DocumentShelf(in: path)
    case .bucket: nil
    }
  }

  /// Opens the store.
  ///
  /// - Parameters:
  ///   - root: where images are served from.
  ///   - isWritten: whether pyramids are put there; else one that can only be read will do.
  /// - Returns: the store.
  /// - Throws: why a service can't begin with it.
  func opened(beside root: Mounts, isWritten: Bool) throws(StoreProblem) -> any PyramidStore {
    switch self {
    case .bucket(let store):
      guard !root.far.contains(where: { $0.covers(store.mount) }) else {
        throw .amongImages(FilePath(store.title) ?? .here)
      }
      return store
    case .folder(let path):
      if let folder = root.folder { try StoreProblem.check(path, liesOutside: folder.path) }
      do throws(FileError) {
        return try Self.open(path, isWritten: isWritten)
      } catch {
        throw StoreProblem.unusable(error)
      }
    }
  }

  private static func open(
    _ folder: FilePath, isWritten: Bool
  ) throws(FileError) -> FolderStore {
    guard !isWritten else { return try FolderStore(folder, creating: true) }
    do throws(FileError) {
      return try FolderStore(folder, creating: false)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return try FolderStore(folder, creating: true)
    }
  }
}
