import Glibc

/// The number a failed system call leaves behind.
///
/// A struct rather than an enum, so that numbers this code has no name for survive unharmed.
package struct Errno: RawRepresentable, Error, Equatable, Hashable, Sendable {
  package let rawValue: CInt

  package init(rawValue: CInt) { self.rawValue = rawValue }

  /// The calling thread's `errno`.
  package static var current: Errno { Errno(rawValue: errno) }

  package static let noSuchFile = Errno(rawValue: ENOENT)
  package static let interrupted = Errno(rawValue: EINTR)
  package static let wouldBlock = Errno(rawValue: EAGAIN)
  package static let badDescriptor = Errno(rawValue: EBADF)
  package static let fileExists = Errno(rawValue: EEXIST)
  package static let invalidArgument = Errno(rawValue: EINVAL)
  package static let notPermitted = Errno(rawValue: EACCES)
  package static let tooManyOpenFiles = Errno(rawValue: EMFILE)
  /// What `openat2` says of a path that leads out of its folder.
  package static let outsideFolder = Errno(rawValue: EXDEV)
  package static let isFolder = Errno(rawValue: EISDIR)
  package static let brokenPipe = Errno(rawValue: EPIPE)
  package static let connectionReset = Errno(rawValue: ECONNRESET)
  package static let tooLong = Errno(rawValue: EMSGSIZE)
  package static let noSpace = Errno(rawValue: ENOSPC)
  package static let overQuota = Errno(rawValue: EDQUOT)
  package static let fileTooLarge = Errno(rawValue: EFBIG)
  package static let tooManyOpenFilesInAll = Errno(rawValue: ENFILE)
  package static let noMemory = Errno(rawValue: ENOMEM)
  package static let inputOutput = Errno(rawValue: EIO)
  package static let timedOut = Errno(rawValue: ETIMEDOUT)
  /// Not that rights are missing on a file, but that nobody like this process may ask.
  package static let operationNotPermitted = Errno(rawValue: EPERM)
  package static let noSuchCall = Errno(rawValue: ENOSYS)
  /// What answers us from elsewhere does not, or not with what was asked for.
  package static let unreachable = Errno(rawValue: EHOSTUNREACH)
  /// It is another one than a moment ago.
  package static let stale = Errno(rawValue: ESTALE)
}

extension Errno {
  /// Whether it says something of the file that was named: it is not there, or not what was asked
  /// for, or leads out.
  ///
  /// All else is the machine's trouble, or its administrator's, who alone can let us read what is
  /// kept from us: a later try or another machine would not have it.
  package var isOfTheFile: Bool {
    switch rawValue {
    case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EXDEV, EPERM, EINVAL, ENXIO, ENODEV:
      true
    default: false
    }
  }
}

extension Errno {
  /// Whether what lies elsewhere can't be had now.
  package var isOfAnEngine: Bool { self == .unreachable }

  /// Whether a descriptor was wanted, and this process or the machine has no more of them.
  package var isOutOfDescriptors: Bool {
    self == .tooManyOpenFiles || self == .tooManyOpenFilesInAll
  }
}

extension Errno: CustomStringConvertible {
  package var description: String {
    // The answer lives in static storage or in a buffer of this thread: copied at once.
    guard let text = unsafe strerror(rawValue) else { return "error \(rawValue)" }
    return unsafe String(cString: text)
  }
}

/// Runs a system call until it is not interrupted by a signal; the one place that knows `EINTR`.
///
/// - Parameter call: answers -1 and sets `errno` on failure, as system calls do.
/// - Returns: what the call answered.
/// - Throws: the call's error number.
@inline(__always)
package func retryingInterrupts<Result: SignedInteger>(
  _ call: () -> Result
) throws(Errno) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    let error = Errno.current
    if error != .interrupted { throw error }
  }
}
