import Posix
import PyramidFile
import Sources

/// Pyramids that were cut and could not be put into their bucket yet: files of a folder, which the
/// end of the process does not take away.
struct Outbox: Sendable {
  let folder: FilePath
  /// What they may take together, in bytes.
  private let budget: Int64

  /// - Parameters:
  ///   - folder: nobody else's; made where it is missing.
  ///   - budget: what they may take together, in bytes.
  /// - Throws: where it can't be made.
  init(_ folder: FilePath, budget: Int64) throws(FileError) {
    self.folder = folder
    self.budget = budget
    _ = try FileFolder.make(folder, permissions: 0o700)
    FilePublication.sweep(folder)
  }

  /// A file to write a pyramid to, gone with who holds it, unless it is published: it waits then.
  func begin(_ version: PyramidVersion) throws(FileError) -> FilePublication {
    try FilePublication(of: path(of: version))
  }

  /// Whether a pyramid of so many bytes may wait as well.
  func hasRoom(for bytes: Int64) throws(FileError) -> Bool {
    var held = bytes
    for version in try versions() {
      do throws(FileError) {
        held += try FileStatus.of(path(of: version)).size
      } catch {
        // It was brought away meanwhile.
        guard error.errno == .noSuchFile else { throw error }
      }
    }
    return held <= budget
  }

  /// Whether what is being cut has room here.
  ///
  /// - Throws: why it has none.
  func checkTakesFiles() throws(FileError) {
    do throws(FileError) {
      try FileFolder.checkTakesFiles(folder)
    } catch {
      throw FileError("write to", folder, error.errno, "\(error.errno), \(CopyShelf.place)")
    }
  }

  /// What waits, in order of versions.
  func versions() throws(FileError) -> [PyramidVersion] {
    try FileFolder.names(in: folder).sorted().compactMap { name in
      let text = name.description
      return text.hasSuffix(".tif") ? PyramidVersion(text.dropLast(4)) : nil
    }
  }

  /// - Returns: nil where it does not wait.
  func file(_ version: PyramidVersion) throws(FileError) -> LocalFile? {
    do throws(FileError) {
      return try LocalFile(path(of: version))
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return nil
    }
  }

  /// Brings a pyramid to where it belongs, unless another process does so.
  ///
  /// - Parameters:
  ///   - version: which.
  ///   - bring: given its file, open for reading and writing; the pyramid waits on where it throws.
  /// - Returns: whether it was brought.
  /// - Throws: what `bring` throws, and what keeps the file from being read.
  func handOver(
    _ version: PyramidVersion, _ bring: (borrowing FileDescriptor) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    let path = path(of: version)
    do throws(FileError) {
      let file = try FileDescriptor.open(path, [.readingAndWriting])
      do throws(Errno) {
        guard try file.lockIfFree() else { return false }
      } catch {
        throw FileError("lock", path, error)
      }
      try bring(file)
      return try FileFolder.remove(path)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return false
    }
  }

  private func path(of version: PyramidVersion) -> FilePath {
    guard let name = FileName("\(version.text).tif") else {
      preconditionFailure("a version is a file name")
    }
    return folder.appending(name)
  }
}
