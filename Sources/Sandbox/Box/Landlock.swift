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
  /// - Parameter grants: what may be opened all the same; what doesn't exist is passed over.
  /// - Throws: what the kernel says.
  package static func enter(opening grants: [LandlockGrant] = []) throws(Errno) {
    let rights = rights(version: try version())
    let ruleset = pyramidion_landlock_create(rights)
    guard ruleset >= 0 else { throw .current }
    defer { _ = close(ruleset) }
    for grant in grants {
      let kind = grant.isFolder ? O_DIRECTORY : 0
      let place = unsafe open(grant.path, pyramidion_O_PATH | kind | O_CLOEXEC)
      guard place >= 0 else { continue }
      defer { _ = close(place) }
      guard pyramidion_landlock_allow_beneath(ruleset, place, grant.rights) == 0 else {
        throw .current
      }
    }
    guard pyramidion_landlock_restrict(ruleset) == 0 else { throw .current }
  }

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
