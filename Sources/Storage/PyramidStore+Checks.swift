package import Posix

extension PyramidStore {
  /// Bytes that are written to see whether there is room: a page of memory and of most disks.
  private static let probeLength = 4096

  /// Whether files can be made in the store and written to; leaves none.
  ///
  /// - Throws: Why they can't.
  package func checkTakesFiles() throws(FileError) {
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

  /// Whether the store is there and can be read.
  ///
  /// - Throws: What keeps it from being opened.
  package func checkIsThere() throws(FileError) {
    _ = try FileDescriptor.open(folder, [.reading, .folder])
  }
}
