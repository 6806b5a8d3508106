import CLinux
import Glibc
import Posix

/// Asks the kernel which fences stand here, in processes that are thrown away: a fence can't be taken
/// down again, and a filter around this process may kill who asks.
enum BoxProbe {
  enum Answer: Equatable {
    case works(Int)
    case fails(Errno)
    case killed
  }

  /// Landlock's version, where it keeps files closed.
  static func landlock() -> Answer {
    ask { () throws(Errno) in
      guard pyramidion_no_new_privileges() == 0 else { throw .current }
      let version = try Landlock.version()
      try Landlock.enter()
      try expectClosed(by: .notPermitted)
      return version
    }
  }

  /// Whether calls can be filtered; nothing more is known of it.
  static func systemCalls(_ architecture: CallArchitecture) -> Answer {
    ask { () throws(Errno) in
      guard pyramidion_no_new_privileges() == 0 else { throw .current }
      let filter = SystemCallFilter(
        SystemCalls.rules(for: .raster), architecture: architecture, process: getpid())
      try filter.install()
      try expectClosed(by: .operationNotPermitted)
      return 0
    }
  }

  /// Whether this process may become somebody.
  static func user(_ user: BoxUser) -> Answer {
    ask { () throws(Errno) in
      try user.become()
      try Capabilities.clear()
      return 0
    }
  }

  /// A fence that is said to stand, and through which a folder opens, is none.
  private static func expectClosed(by expected: Errno) throws(Errno) {
    let folder = unsafe open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let error = Errno.current
    guard folder < 0, error == expected else { throw .noSuchCall }
  }

  private static func ask(_ question: () throws(Errno) -> Int) -> Answer {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return .fails(.current) }
    let reading = FileDescriptor(owning: ends[0])
    let writing = FileDescriptor(owning: ends[1])
    let child = pyramidion_fork()
    guard child >= 0 else { return .fails(.current) }
    if child == 0 {
      // What is said is a version, or an error's number below nothing.
      var word: Int32
      do throws(Errno) {
        word = Int32(clamping: try question())
      } catch {
        word = -error.rawValue
      }
      _ = unsafe write(writing.number, &word, MemoryLayout<Int32>.size)
      _exit(0)
    }
    _ = try? writing.close()
    var word: Int32 = 0
    let size = MemoryLayout<Int32>.size
    let count = try? retryingInterrupts { unsafe read(reading.number, &word, size) }
    var status: CInt = 0
    while unsafe waitpid(child, &status, 0) == -1 && Errno.current == .interrupted {}
    guard count == size else { return .killed }
    return word < 0 ? .fails(Errno(rawValue: -word)) : .works(Int(word))
  }
}
