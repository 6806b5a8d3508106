import Glibc
package import Posix

/// What a process may use of the machine: hard limits, which nothing in the process can raise again, but
/// for what is granted below them.
package enum HardLimits {
  /// Bounds the memory that this process may write to, and its address space a little wider:
  /// libraries and the stacks of threads take address space, not memory.
  package static func setMemory(bytes: Int) throws(Errno) {
    try set(RLIMIT_DATA, bytes)
    try set(RLIMIT_AS, bytes.addingReportingOverflow(4 << 30).partialValue)
  }

  /// Bounds the processor time of all its life; beyond it the process is told by SIGXCPU, which ends
  /// it, and a second later killed.
  package static func setProcessorTime(seconds: Int) throws(Errno) {
    try set(RLIMIT_CPU, seconds, hardly: seconds + 1)
  }

  /// Bounds the processor time from now on, as ``setProcessorTime(seconds:)`` does, until more is
  /// granted; within what was set for all of its life.
  package static func grantProcessorTime(seconds: Int) throws(Errno) {
    var (usage, limit) = (rusage(), rlimit())
    let number = __rlimit_resource_t(RLIMIT_CPU.rawValue)
    guard unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0,
      unsafe getrlimit(number, &limit) == 0
    else { throw .current }
    let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1
    limit.rlim_cur = min(limit.rlim_max, rlim_t(max(0, used + max(0, seconds))))
    guard unsafe setrlimit(number, &limit) == 0 else { throw .current }
  }

  /// Bounds the length of every file written from now on; beyond it writing fails.
  package static func setFileSize(bytes: Int) throws(Errno) {
    _ = signal(SIGXFSZ, SIG_IGN)
    try set(RLIMIT_FSIZE, bytes)
  }

  /// How long a file may become that this process writes.
  package static var fileSize: Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
      return .max
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Few descriptors; no core file, for a crash over a stranger's file is told and not stored; no
  /// memory that can't be swapped, no queues of messages.
  package static func setSmallThings() throws(Errno) {
    try set(RLIMIT_NOFILE, 32)
    try set(RLIMIT_CORE, 0)
    try set(__RLIMIT_MEMLOCK, 0)
    try set(__RLIMIT_MSGQUEUE, 0)
  }

  /// Lowers a limit; one that is lower already stays.
  private static func set(
    _ resource: __rlimit_resource, _ value: Int, hardly hardValue: Int? = nil
  ) throws(Errno) {
    let number = __rlimit_resource_t(resource.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(number, &limit) == 0 else { throw .current }
    limit.rlim_max = min(limit.rlim_max, rlim_t(max(0, hardValue ?? value)))
    limit.rlim_cur = min(limit.rlim_max, rlim_t(max(0, value)))
    guard unsafe setrlimit(number, &limit) == 0 else { throw .current }
  }
}
