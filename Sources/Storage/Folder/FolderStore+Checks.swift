package import Posix

extension FileFolder {
  /// Bytes that are written to see whether there is room: a page of memory and of most disks.
  private static let probeLength = 4096

  /// Whether files can be made in a folder and written to; leaves none.
  ///
  /// - Throws: why they can't.
  static func checkTakesFiles(_ folder: FilePath) throws(FileError) {
    guard let name = FileName(".probe-\(UInt64.random(in: .min ... .max))") else { return }
    let path = folder.appending(name)
    let file = try FileDescriptor.open(path, [.writing, .creating, .exclusive])
    // Before anything is written: who dies here leaves nothing that takes room.
    try FileFolder.remove(path)
    do throws(Errno) {
      let bytes = [UInt8](repeating: 0, count: Self.probeLength)
      try unsafe file.write(bytes.span.bytes, at: 0)
    } catch {
      throw FileError("write to", path, error)
    }
  }
}

extension FolderStore {
  /// Whether files can be made in the store and written to; leaves none.
  ///
  /// - Throws: why they can't.
  package func checkTakesFiles() throws(FileError) {
    try FileFolder.checkTakesFiles(folder)
  }

  /// The folders that no pyramid can be put into, though the store itself takes files: somebody
  /// else made them.
  ///
  /// - Throws: what keeps the store from being looked at.
  package func closedShelves() throws(FileError) -> [FilePath] {
    var closed: [FilePath] = []
    for shelf in try shelves() {
      do throws(FileError) {
        try FileFolder.checkWritable(shelf)
      } catch {
        guard error.errno == .notPermitted else { throw error }
        closed.append(shelf)
      }
    }
    return closed
  }

  /// Whether the store is there and can be read.
  ///
  /// - Throws: what keeps it from being opened.
  package func checkIsThere() throws(FileError) {
    _ = try FileDescriptor.open(folder, [.reading, .folder])
  }
}
