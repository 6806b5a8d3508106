package import Posix
package import PyramidFormat

/// A regular file that stays open; one that is replaced under its name goes on being read.
package final class LocalFile: ByteSource {
  package let path: FilePath
  package let status: FileStatus
  /// For who sends tiles from it; it closes with this object.
  package let descriptor: FileDescriptor
  /// Where its bytes come from that are not there yet; nil for a file of this machine.
  package let far: (any FarBytes)?

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
    far = nil
  }

  /// A copy of what lies elsewhere, as far as it has come.
  ///
  /// - Parameters:
  ///   - descriptor: of the copy, open for reading.
  ///   - path: what errors call it.
  ///   - status: what is said of it where it lies.
  ///   - far: brings the rest.
  package init(
    _ descriptor: consuming FileDescriptor, path: FilePath, status: FileStatus,
    from far: any FarBytes
  ) {
    self.status = status
    self.path = path
    self.descriptor = descriptor
    self.far = far
  }

  /// Waits until all of it is here, for who reads it by its descriptor.
  ///
  /// - Throws: why it can't be had.
  package func complete() throws(FileError) {
    try far?.bring([0..<max(0, byteCount)], .download)
  }

  /// Waits until its first bytes are here.
  ///
  /// - Parameter count: how many of them.
  /// - Throws: why they can't be had.
  package func completeBeginning(_ count: Int) throws(FileError) {
    try far?.bring([0..<min(Int64(count), max(0, byteCount))], .index)
  }

  /// The same file, whatever its name means by now, with a place of its own to read on from.
  ///
  /// - Throws: what keeps it from being opened once more.
  package func reopened() throws(FileError) -> LocalFile {
    guard let link = FilePath("/proc/self/fd/\(descriptor.number)") else {
      throw FileError("open", path, .badDescriptor)
    }
    do throws(FileError) {
      let descriptor = try FileDescriptor.open(link, .reading)
      guard let far else { return try LocalFile(descriptor, path: path) }
      return LocalFile(descriptor, path: path, status: status, from: far)
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
    if let far {
      do throws(FileError) {
        let end = min(offset + Int64(buffer.byteCount), byteCount)
        if offset < end { try far.bring([offset..<end], .index) }
      } catch {
        throw ByteSourceError(error)
      }
    }
    do throws(Errno) {
      return try descriptor.read(at: offset, into: &buffer)
    } catch {
      far?.lose(because: error)
      throw ByteSourceError(FileError("read", path, error))
    }
  }
}
