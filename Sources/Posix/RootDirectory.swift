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
    let place = FileDescriptor(owning: try descend(path, flags: pyramidion_O_PATH | O_CLOEXEC))
    let found = try Self.status(of: place.number)
    guard found.isRegular else { return ServedFile(status: found, descriptor: nil) }
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let file = FileDescriptor(owning: try descend(path, flags: flags))
    let status = try Self.status(of: file.number)
    guard status.isRegular else { return ServedFile(status: status, descriptor: nil) }
    return ServedFile(status: status, descriptor: file)
  }

  /// What lies at a path now.
  package func status(_ path: [UInt8]) throws(Errno) -> ServedFileStatus {
    let place = FileDescriptor(owning: try descend(path, flags: pyramidion_O_PATH | O_CLOEXEC))
    return try Self.status(of: place.number)
  }

  private static func status(of number: CInt) throws(Errno) -> ServedFileStatus {
    var status = stat()
    _ = try retryingInterrupts { unsafe fstat(number, &status) }
    return ServedFileStatus(status)
  }

  private func descend(_ path: [UInt8], flags: CInt) throws(Errno) -> CInt {
    precondition(path.last == 0, "a path for the kernel ends with a zero byte")
    do throws(Errno) {
      return try retryingInterrupts {
        let opened = unsafe path.withUnsafeBytes { bytes in
          unsafe pyramidion_openat2(
            descriptor.number, bytes.bindMemory(to: CChar.self).baseAddress,
            UInt64(UInt32(bitPattern: flags)),
            UInt64(RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS))
        }
        return CInt(truncatingIfNeeded: opened)
      }
    } catch {
      guard error == Errno(rawValue: ENOSYS) || error == Errno(rawValue: EPERM) else { throw error }
      return try descendStepwise(path, flags: flags)
    }
  }

  /// Goes down folder by folder, following no link.
  private func descendStepwise(_ path: [UInt8], flags: CInt) throws(Errno) -> CInt {
    let parts = path.dropLast().split(separator: 0x2F)
    guard let last = parts.last else {
      return try openPart([0x2E], in: descriptor.number, flags: flags)
    }
    var folder: FileDescriptor?
    for part in parts.dropLast() {
      let parent = folder?.number ?? descriptor.number
      let opened = try openPart(
        Array(part), in: parent, flags: pyramidion_O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      folder = FileDescriptor(owning: opened)
    }
    return try openPart(
      Array(last), in: folder?.number ?? descriptor.number, flags: flags | O_NOFOLLOW)
  }

  private func openPart(_ name: [UInt8], in folder: CInt, flags: CInt) throws(Errno) -> CInt {
    guard name != [0x2E, 0x2E] else { throw .notPermitted }
    let terminated = name + [0]
    return try retryingInterrupts {
      unsafe terminated.withUnsafeBytes { bytes in
        unsafe pyramidion_openat(folder, bytes.bindMemory(to: CChar.self).baseAddress, flags)
      }
    }
  }
}

/// What ``RootDirectory/open(_:)`` found.
package struct ServedFile: ~Copyable {
  package let status: ServedFileStatus
  /// Nil where it is not a regular file.
  package var descriptor: FileDescriptor?
}
