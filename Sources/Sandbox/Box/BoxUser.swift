import CLinux
import Glibc
import Posix

/// Who a boxed process is.
package struct BoxUser: Codable, Equatable, Sendable {
  package let name: String
  package let user: UInt32
  package let group: UInt32

  /// Who decoders are when nobody says: Linux has kept this number for it since long.
  package static let nobody = (name: "nobody", number: UInt32(65534))

  package init(name: String, user: UInt32, group: UInt32) {
    self.name = name
    self.user = user
    self.group = group
  }

  /// The user of a name, where the system's list of users has one.
  ///
  /// - Parameter name: as in that list.
  package init?(named name: String) {
    let user = unsafe Self.listed { entry, room, count, found in
      unsafe getpwnam_r(name, entry, room, count, found)
    }
    guard let user else { return nil }
    self = user
  }

  /// This process's own user.
  package static var own: BoxUser {
    let number = geteuid()
    let user = unsafe listed { entry, room, count, found in
      unsafe getpwuid_r(number, entry, room, count, found)
    }
    return user ?? BoxUser(name: "user \(number)", user: number, group: getegid())
  }

  private typealias Search = (
    UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
    UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
  ) -> CInt

  private static func listed(_ search: Search) -> BoxUser? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    // Longer entries than the system itself proposes have no use here.
    var room = [CChar](repeating: 0, count: 16 << 10)
    let answer = unsafe search(&entry, &room, room.count, &found)
    guard answer == 0, unsafe found != nil, let name = unsafe entry.pw_name else { return nil }
    return unsafe BoxUser(
      name: String(cString: name), user: entry.pw_uid, group: entry.pw_gid)
  }

  /// Makes this thread's process that user, for good and with no other groups; the user's
  /// capabilities are kept from it too.
  ///
  /// - Throws: where this process may not, or the user does not exist in its namespace.
  func become() throws(Errno) {
    guard pyramidion_become(user, group) == 0 else { throw .current }
  }
}
