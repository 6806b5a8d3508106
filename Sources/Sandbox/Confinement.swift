import CLinux
import Glibc
package import Posix

/// What a process that decodes files from strangers gives up for good, and what its parent keeps
/// from it.
package enum Confinement {
  /// Closes this process's memory and descriptors to its own children, and to whatever else runs as
  /// the same user.
  package static func closeToOthers() { _ = pyramidion_close_to_others() }

  /// Ends with its parent, gains no rights, opens no socket, starts no program.
  package static func enter() throws(Errno) {
    guard pyramidion_die_with_parent() == 0, pyramidion_no_new_privileges() == 0 else {
      throw .current
    }
    guard let architecture = CallArchitecture.own else { return }
    let filter = SystemCallFilter(
      Self.refused, architecture: architecture, process: getpid(),
      otherwise: SystemCallFilter.Verdict.allow)
    do throws(Errno) {
      try filter.install()
    } catch {
      // A kernel without seccomp, or a container that forbids it, leaves the other fences standing.
      guard error == .invalidArgument || error == .notPermitted else { throw error }
    }
  }

  /// What no decoder needs, though files are still opened by their names.
  private static let refused =
    [
      SystemCall("socket", x86: 41, arm: 198),
      SystemCall("connect", x86: 42, arm: 203),
      SystemCall("bind", x86: 49, arm: 200),
      SystemCall("listen", x86: 50, arm: 201),
      SystemCall("io_uring_setup", x86: 425, arm: 425),
      SystemCall("execve", x86: 59, arm: 221),
      SystemCall("execveat", x86: 322, arm: 281),
      SystemCall("ptrace", x86: 101, arm: 117),
      SystemCall("process_vm_readv", x86: 310, arm: 270),
      SystemCall("process_vm_writev", x86: 311, arm: 271),
      SystemCall("pidfd_open", x86: 434, arm: 434),
      SystemCall("pidfd_getfd", x86: 438, arm: 438),
      SystemCall("kill", x86: 62, arm: 129),
      SystemCall("tkill", x86: 200, arm: 130),
      SystemCall("unshare", x86: 272, arm: 97),
      SystemCall("setns", x86: 308, arm: 268),
      SystemCall("mount", x86: 165, arm: 40),
      SystemCall("userfaultfd", x86: 323, arm: 282),
      SystemCall("keyctl", x86: 250, arm: 219),
      SystemCall("bpf", x86: 321, arm: 280),
      SystemCall("perf_event_open", x86: 298, arm: 241),
      SystemCall("open_by_handle_at", x86: 304, arm: 265),
    ].map { SystemCallRule($0, .refused(.operationNotPermitted)) } + [
      // abort() and raise() signal their own process.
      SystemCallRule(
        SystemCall("tgkill", x86: 234, arm: 131),
        .allowedIf(argument: 0, [.isOwnProcess], otherwise: .refused(.operationNotPermitted)))
    ]
}
