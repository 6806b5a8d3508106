package import Posix
package import PyramidFormat

/// A regular file that stays open; one that is replaced under its name goes on being read.
package final class LocalFile: ByteSource {
  package let path: FilePath
  package let status: FileStatus
  /// For who sends tiles from it; it closes with this object.
  package let descriptor: FileDescriptor

  package convenience init(_ path: FilePath) throws(FileError) {
    // Without waiting: opening a pipe that nobody writes to would never return.
    try self.init(
      try FileDescriptor.open(path, [.reading, .withoutWaiting]), path: path)
  }

  package init(_ descriptor: consuming FileDescriptor, path: FilePath) throws(FileError) {
    let status = try descriptor.status(called: path)
    guard status.kind == .regular else {
      throw FileError("read", path, status.kind == .folder ? .isFolder : .invalidArgument)
    }
    self.status = status
    self.path = path
    self.descriptor = descriptor
  }

  /// The same file, whatever its name means by now, with a place of its own to read on from.
  ///
  /// - Throws: what keeps it from being opened once more.
  package func reopened() throws(FileError) -> LocalFile {
    guard let link = FilePath("/proc/self/fd/\(descriptor.number)") else {
      throw FileError("open", path, .badDescriptor)
    }
    do throws(FileError) {
      return try LocalFile(try FileDescriptor.open(link, .reading), path: path)
    } catch {
      throw FileError(error.action, path, error.errno)
    }
  }

  package var byteCount: Int64 { status.size }
  package var name: String { path.description }

  /// Reads as ``ByteSource`` says; what is thrown wraps a ``FileError``.
  package func read(
    at offset: Int64, into buffer: inout MutableRawSpan
  ) throws(ByteSourceError) -> Int {
    do throws(Errno) {
      return try descriptor.read(at: offset, into: &buffer)
    } catch {
      throw ByteSourceError(FileError("read", path, error))
    }
  }
}
