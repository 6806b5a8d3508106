/// A folder below which files are opened, and never outside it.
///
/// What lies at a path is looked at before it is opened: opening alone would set off a device, let
/// a pipe's writer in, or take a terminal for one's own. Links are followed inside the folder only;
/// see ``FileDescriptor/openBeneath(_:_:)``.
package struct FolderRoot: ~Copyable, Sendable {
  /// What was found at a path.
  package struct Found: ~Copyable {
    package let status: FileStatus
    /// For reading; nil where it is not a regular file.
    package var file: FileDescriptor?
  }

  private let folder: FileDescriptor

  /// - Parameters:
  ///   - path: the folder's.
  ///   - how: `.reading` where its names are to be listed, and so must be readable.
  /// - Throws: why it can't be opened.
  package init(_ path: FilePath, _ how: FileOpening = .place) throws(FileError) {
    folder = try FileDescriptor.open(path, how.union(.folder))
  }

  /// Opens a file for reading.
  ///
  /// - Parameter path: relative to the folder.
  /// - Returns: the file and its status; without a file where it is no regular one.
  /// - Throws: `ENOENT` where there is nothing, `EXDEV` where a link leads out.
  package func open(_ path: FilePath) throws(FileError) -> Found {
    let found = try status(of: path)
    guard found.kind == .regular else { return Found(status: found, file: nil) }
    let file = try folder.openBeneath(path, [.reading, .withoutWaiting, .notControlling])
    let status = try file.status(called: path)
    guard status.kind == .regular else { return Found(status: status, file: nil) }
    return Found(status: status, file: file)
  }

  /// What lies at a path now.
  ///
  /// - Parameter path: relative to the folder.
  /// - Returns: what the file system says of it.
  /// - Throws: as ``open(_:)`` does.
  package func status(of path: FilePath) throws(FileError) -> FileStatus {
    try folder.openBeneath(path, .place).status(called: path)
  }

  /// Opens a folder below this one, to list it.
  ///
  /// - Parameter path: relative to this folder.
  /// - Returns: the open folder.
  /// - Throws: `ENOTDIR` where it is none; else as ``open(_:)`` does.
  package func openFolder(_ path: FilePath) throws(FileError) -> FileDescriptor {
    try folder.openBeneath(path, [.reading, .folder])
  }
}
