import CLinux
import Glibc

/// What a process may use of the machine.
package enum ProcessLimits {
  /// Bounds the memory that this process may write to, and its address space a little wider:
  /// libraries and the stacks of threads take address space, not memory.
  package static func setMemory(bytes: Int) {
    set(RLIMIT_DATA, bytes)
    set(RLIMIT_AS, bytes + 4 << 30)
  }

  /// Bounds the processor time from now on; beyond it the process is killed.
  package static func setProcessorTime(secondsFromNow seconds: Int) {
    var usage = rusage()
    _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    set(RLIMIT_CPU, usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + seconds)
  }

  /// Bounds the length of every file written from now on; beyond it writing fails.
  package static func setFileSize(bytes: Int) {
    _ = signal(SIGXFSZ, SIG_IGN)
    set(RLIMIT_FSIZE, bytes)
  }

  /// No core files: a crash over a stranger's file is told, not stored.
  package static func setNoCoreFiles() { set(RLIMIT_CORE, 0) }

  private static func set(_ resource: __rlimit_resource, _ value: Int) {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return }
    // Only the soft limit: the next job may need more than this one.
    limit.rlim_cur = min(rlim_t(max(0, value)), limit.rlim_max)
    _ = unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}

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
    // A kernel without seccomp, or a container that forbids it, leaves the other fences standing.
    guard pyramidion_refuse_network_and_programs() == 0 else {
      let error = Errno.current
      if error == .invalidArgument || error == .notPermitted { return }
      throw error
    }
  }
}
