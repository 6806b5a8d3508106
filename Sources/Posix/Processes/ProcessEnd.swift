import Glibc

/// The end of the whole process, whatever its threads are at.
package enum ProcessEnd {
  /// Ends now: nothing is waited for, flushed or freed.
  ///
  /// - Parameter code: the exit code.
  package static func atOnce(_ code: CInt) -> Never { _exit(code) }
}
