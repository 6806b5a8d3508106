import CLinux
import Glibc
package import Posix

/// Two ends of one line between processes, on which messages keep their bounds.
///
/// The far end goes to another process, as a copy; closing the near one is seen there at once.
package struct SocketPair: ~Copyable {
  private let near: FileDescriptor
  private let far: FileDescriptor

  package init() throws(Errno) {
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_SEQPACKET.rawValue) | O_CLOEXEC
    _ = try retryingInterrupts { unsafe socketpair(AF_UNIX, kind, 0, &ends) }
    near = FileDescriptor(owning: ends[0])
    far = FileDescriptor(owning: ends[1])
  }

  /// What the other process is to be given.
  package var farNumber: CInt { far.number }

  /// The near end; the far one closes here, once the other process has it.
  package consuming func takeNear() -> FileDescriptor { near }
}
