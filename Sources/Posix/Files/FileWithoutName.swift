extension FileDescriptor {
  /// A file of a folder that has no name, and is gone with its last descriptor.
  ///
  /// - Parameter folder: where it takes its room.
  /// - Returns: the file, empty, open for reading and writing.
  /// - Throws: what the system said.
  package static func withoutName(in folder: FilePath) throws(Errno) -> FileDescriptor {
    for _ in 0..<100 {
      let number = UInt64.random(in: 0...UInt64.max)
      guard let name = FileName(".copy-\(String(number, radix: 36))") else { continue }
      let path = folder.appending(name)
      do throws(FileError) {
        let file = try FileDescriptor.open(
          path, [.readingAndWriting, .creating, .exclusive], permissions: 0o600)
        _ = try FileFolder.remove(path)
        return file
      } catch {
        guard error.errno == .fileExists else { throw error.errno }
      }
    }
    throw .fileExists
  }
}
