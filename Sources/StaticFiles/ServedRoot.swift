import Posix

/// The folder that is served, which is looked at once a second: somebody may have renamed it and put
/// another in its place, or switched a link that leads to it.
struct ServedRoot: ~Copyable {
  let path: FilePath
  private(set) var folder: FolderRoot
  private var identity: FileStatus
  /// When it is looked at again.
  private var next = Instant.now

  private static let interval = Duration.seconds(1)

  init(_ path: FilePath) throws(FileError) {
    let folder = try FolderRoot(path)
    identity = try folder.status(of: .here)
    self.folder = folder
    self.path = path
  }

  /// Goes over to another folder where one lies at the path now.
  ///
  /// - Returns: whether it has done so; not where nothing is there, for the one before is better
  ///   than none.
  mutating func hasChanged() -> Bool {
    let now = Instant.now
    guard now >= next else { return false }
    next = now + Self.interval
    do throws(FileError) {
      guard try !FileStatus.of(path).isSameFile(as: identity) else { return false }
      let other = try FolderRoot(path)
      identity = try other.status(of: .here)
      folder = other
      return true
    } catch {
      return false
    }
  }
}
