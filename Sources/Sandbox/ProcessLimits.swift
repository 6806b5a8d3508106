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
