import CLinux
import Glibc

/// What a served file is, as far as serving goes.
package struct ServedFileStatus: Sendable, Equatable {
  package let isRegular: Bool
  package let isDirectory: Bool
  package let size: Int64
  package let modifiedSeconds: Int64
  package let modifiedNanoseconds: Int64
  package let inode: UInt64
  package let device: UInt64

  fileprivate init(_ status: stat) {
    let kind = status.st_mode & S_IFMT
    isRegular = kind == S_IFREG
    isDirectory = kind == S_IFDIR
    size = Int64(status.st_size)
    modifiedSeconds = Int64(status.st_mtim.tv_sec)
    modifiedNanoseconds = Int64(status.st_mtim.tv_nsec)
    inode = UInt64(status.st_ino)
    device = UInt64(status.st_dev)
  }
}

/// A folder below which files are opened, and never outside it.
///
/// The kernel's `openat2` keeps symbolic links inside where it is there (Linux 5.6); elsewhere, and
/// where a sandbox forbids that call, links are not followed at all.
package struct RootDirectory: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  package init(path: String) throws(Errno) {
    descriptor = FileDescriptor(
      owning: try retryingInterrupts {
        unsafe pyramidion_openat(AT_FDCWD, path, pyramidion_O_PATH | O_DIRECTORY | O_CLOEXEC)
      })
  }

  /// Opens a file for reading.
  ///
  /// What it is gets looked at before it is opened: opening alone would set off a device, or wait
  /// at a pipe.
  ///
  /// `path`: relative, ended by a zero byte, without `..`.
  ///
  /// Returns the file and its status; without a file where it is not a regular one.
  package func open(_ path: [UInt8]) throws(Errno) -> ServedFile {
    let place = try descend(path, .place)
    let found = try Self.status(of: place.number)
    guard found.isRegular else { return ServedFile(status: found, descriptor: nil) }
    let file = try descend(path, [.reading, .withoutWaiting, .notControlling])
    let status = try Self.status(of: file.number)
    guard status.isRegular else { return ServedFile(status: status, descriptor: nil) }
    return ServedFile(status: status, descriptor: file)
  }

  /// What lies at a path now.
  package func status(_ path: [UInt8]) throws(Errno) -> ServedFileStatus {
    let place = try descend(path, .place)
    return try Self.status(of: place.number)
  }

  private static func status(of number: CInt) throws(Errno) -> ServedFileStatus {
    var status = stat()
    _ = try retryingInterrupts { unsafe fstat(number, &status) }
    return ServedFileStatus(status)
  }

  private func descend(_ path: [UInt8], _ how: FileOpening) throws(Errno) -> FileDescriptor {
    precondition(path.last == 0, "a path for the kernel ends with a zero byte")
    do throws(FileError) {
      return try descriptor.openBeneath(FilePath(bytes: path.dropLast()) ?? .here, how)
    } catch {
      throw error.errno
    }
  }
}

/// What ``RootDirectory/open(_:)`` found.
package struct ServedFile: ~Copyable {
  package let status: ServedFileStatus
  /// Nil where it is not a regular file.
  package var descriptor: FileDescriptor?
}
