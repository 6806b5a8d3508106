import Glibc

/// Whose a file or a folder is, and who may do what with it.
package struct FileOwnership: Equatable, Sendable {
  fileprivate let owner: UInt32
  fileprivate let group: UInt32
  /// Nine bits for owner, group and others, and the three above them.
  fileprivate let mode: UInt32

  package static func of(_ path: FilePath) throws(FileError) -> FileOwnership {
    var raw = stat()
    do throws(Errno) {
      _ = try retryingInterrupts { unsafe path.withCString { unsafe stat($0, &raw) } }
    } catch {
      throw FileError("read", path, error)
    }
    return FileOwnership(owner: raw.st_uid, group: raw.st_gid, mode: raw.st_mode & 0o7777)
  }

  /// Whether nobody may change it but this process's own user and root.
  package var isChangedByNobodyElse: Bool {
    (owner == 0 || owner == geteuid()) && mode & 0o022 == 0
  }

  /// The same for a file that lies in a folder of this: nobody executes it.
  package var ofFiles: FileOwnership {
    FileOwnership(owner: owner, group: group, mode: mode & 0o666)
  }
}

extension FileDescriptor {
  /// Makes an open file or folder another's, as far as this process may: root gives it away, others
  /// open what is theirs to those who are to have it, whatever their mask is.
  ///
  /// What may not be changed stays as it is: whoever can't use it says so.
  package func give(_ wanted: FileOwnership) {
    var raw = stat()
    let own = geteuid()
    guard unsafe fstat(number, &raw) == 0, own == 0 || raw.st_uid == own else { return }
    if own == 0, raw.st_uid != wanted.owner || raw.st_gid != wanted.group {
      _ = fchown(number, wanted.owner, wanted.group)
    }
    if raw.st_mode & 0o7777 != wanted.mode { _ = fchmod(number, wanted.mode) }
  }
}
