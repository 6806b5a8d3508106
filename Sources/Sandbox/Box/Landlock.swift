import CLinux
import Glibc
package import Posix

/// The kernel's fence around files, TCP and signals that a process builds around itself.
package enum Landlock {
  /// The kernel's version of it (its "ABI").
  ///
  /// - Returns: from 1.
  /// - Throws: where there is none: ENOSYS, EOPNOTSUPP where it is switched off, or what a
  ///   container's filter says.
  package static func version() throws(Errno) -> Int {
    let version = pyramidion_landlock_version()
    guard version >= 1 else { throw version == 0 ? .noSuchCall : .current }
    return Int(version)
  }

  /// Takes from this thread, and all it will start, what the kernel can take; new privileges must
  /// have been given up before.
  ///
  /// - Parameter readable: folders below which files may be read; those that don't exist are passed
  ///   over.
  /// - Throws: what the kernel says.
  package static func enter(readable: [String] = []) throws(Errno) {
    let rights = rights(version: try version())
    let ruleset = pyramidion_landlock_create(rights)
    guard ruleset >= 0 else { throw .current }
    defer { _ = close(ruleset) }
    for folder in readable {
      let place = unsafe open(folder, pyramidion_O_PATH | O_DIRECTORY | O_CLOEXEC)
      guard place >= 0 else { continue }
      defer { _ = close(place) }
      guard pyramidion_landlock_allow_beneath(ruleset, place, reading) == 0 else {
        throw .current
      }
    }
    guard pyramidion_landlock_restrict(ruleset) == 0 else { throw .current }
  }

  /// Files and folders: `LANDLOCK_ACCESS_FS_READ_FILE` and `_READ_DIR`.
  private static let reading: UInt64 = 1 << 2 | 1 << 3

  /// All rights that a version knows.
  private static func rights(version: Int) -> pyramidion_landlock_rights {
    // Rights are bits from 0 on: those on files came with versions 1, 2, 3 and 5; binding and
    // connecting with 4; abstract sockets and signals with 6.
    let files: UInt64 =
      switch version {
      case ...1: 1 << 13 - 1
      case 2: 1 << 14 - 1
      case 3, 4: 1 << 15 - 1
      default: 1 << 16 - 1
      }
    return pyramidion_landlock_rights(
      files: files, network: version >= 4 ? 0b11 : 0, scopes: version >= 6 ? 0b11 : 0)
  }
}
