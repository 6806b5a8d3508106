import CLinux
import Glibc

/// Signals as something to read, so that no handler ever runs.
package struct SignalDescriptor: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Blocks the signals in the calling thread and in those it starts from now on; call it before
  /// there are others.
  package init(_ signals: [CInt]) throws(Errno) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    let blocked = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    guard blocked == 0 else { throw Errno(rawValue: blocked) }
    descriptor = FileDescriptor(
      owning: try retryingInterrupts {
        unsafe signalfd(-1, &set, CInt(SFD_CLOEXEC | SFD_NONBLOCK))
      })
  }

  package var number: CInt { descriptor.number }

  /// The next signal that came; nil when there is none.
  package func next() throws(Errno) -> CInt? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    do throws(Errno) {
      let count = try retryingInterrupts { unsafe read(descriptor.number, &info, size) }
      return count == size ? CInt(info.ssi_signo) : nil
    } catch {
      guard error == .wouldBlock else { throw error }
      return nil
    }
  }

  /// Makes writing to a closed socket or pipe, or past the length that files may have here, an error
  /// instead of the process's end.
  package static func ignoreFailedWrites() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }
}
