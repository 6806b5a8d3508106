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
    // Swift's crash handler would start a program to print a trace, and can't here: a crash is to
    // be the end, at once, that the parent sees.
    for crash in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV] {
      _ = signal(crash, SIG_DFL)
    }
    guard pyramidion_die_with_parent() == 0, pyramidion_no_new_privileges() == 0 else {
      throw .current
    }
    guard let architecture = SystemCallFilter.architecture else { return }
    let filter = SystemCallFilter(
      SystemCalls.refused, architecture: architecture, process: getpid())
    do throws(Errno) {
      try filter.install()
    } catch {
      // A kernel without seccomp, or a container that forbids it, leaves the other fences standing.
      guard error == .invalidArgument || error == .notPermitted else { throw error }
    }
  }
}
