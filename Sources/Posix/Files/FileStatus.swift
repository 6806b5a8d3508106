import Glibc

/// What the file system says about a file.
package struct FileStatus: Equatable, Hashable, Sendable {
  package enum Kind: Sendable { case regular, folder, link, socket, other }

  package let kind: Kind
  package let device: UInt64
  package let inode: UInt64
  /// In bytes.
  package let size: Int64
  /// Nanoseconds since 1970.
  package let modified: Int64

  /// Whole seconds of ``modified``, and what is left of it, from 0 to 999,999,999 nanoseconds.
  package var modifiedSeconds: Int64 {
    modified / 1_000_000_000 - (modified % 1_000_000_000 < 0 ? 1 : 0)
  }
  package var modifiedNanoseconds: Int64 { modified - modifiedSeconds * 1_000_000_000 }

  /// Of what is no file of this machine, and yet is told of like one.
  ///
  /// - Parameters:
  ///   - kind: a file or a folder.
  ///   - device: a number that no file system has.
  ///   - inode: tells it from all others of that device.
  ///   - size: in bytes.
  ///   - modified: nanoseconds since 1970.
  package init(kind: Kind, device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
    self.kind = kind
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  init(_ raw: stat) {
    switch raw.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    case S_IFSOCK: kind = .socket
    default: kind = .other
    }
    device = UInt64(raw.st_dev)
    inode = UInt64(raw.st_ino)
    size = Int64(raw.st_size)
    // Times of a foreign file system are outside numbers: what does not fit is kept at the limit.
    let (seconds, overflow) = Int64(raw.st_mtim.tv_sec).multipliedReportingOverflow(
      by: 1_000_000_000)
    let (sum, overflow2) = seconds.addingReportingOverflow(Int64(raw.st_mtim.tv_nsec))
    modified = overflow || overflow2 ? (raw.st_mtim.tv_sec < 0 ? .min : .max) : sum
  }

  package var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

  /// Whether two names or descriptors mean one file.
  package func isSameFile(as other: FileStatus) -> Bool { identity == other.identity }

  package static func of(
    _ path: FilePath, followingLinks: Bool = true
  ) throws(FileError) -> FileStatus {
    var raw = stat()
    do throws(Errno) {
      _ = try retryingInterrupts {
        unsafe path.withCString {
          unsafe followingLinks ? stat($0, &raw) : lstat($0, &raw)
        }
      }
    } catch {
      throw FileError("read", path, error)
    }
    return FileStatus(raw)
  }
}

extension FileDescriptor {
  package func status() throws(Errno) -> FileStatus {
    var raw = stat()
    _ = try retryingInterrupts { unsafe Glibc.fstat(number, &raw) }
    return FileStatus(raw)
  }

  /// What the file system says of the open file; the path is what errors call it.
  package func status(called path: FilePath) throws(FileError) -> FileStatus {
    do throws(Errno) {
      return try status()
    } catch {
      throw FileError("read", path, error)
    }
  }
}
