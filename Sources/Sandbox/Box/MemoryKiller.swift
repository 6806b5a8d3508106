import Glibc

/// What the kernel takes where memory ends.
package enum MemoryKiller {
  /// Has it take this process and its children, not the one that serves.
  ///
  /// A courtesy: nothing depends on it. It works only while the process's memory is not closed to
  /// others.
  package static func offerThisProcess() {
    let file = unsafe open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    let most: StaticString = "1000"
    _ = unsafe write(file, most.utf8Start, most.utf8CodeUnitCount)
    _ = close(file)
  }
}
