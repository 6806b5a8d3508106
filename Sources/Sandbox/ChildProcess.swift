import CLinux
import Glibc
package import Posix
import Synchronization

/// A child of this process that is talked to over two pipes, a line at a time.
///
/// It inherits nothing: no descriptor but its ends of the pipes, no blocked signal, and its own
/// process group, so that Ctrl-C is its parent's to handle.
package final class ChildProcess: Sendable {
  package enum Ending: Equatable, Sendable {
    case exited(Int)
    case killed(signal: Int)
  }

  /// What waiting for a line came to.
  package enum Reading: Equatable, Sendable {
    case line([UInt8])
    /// The child has closed its side: it has ended, or is about to.
    case closed
    case timedOut
  }

  package let number: Int32
  private let input: FileDescriptor
  private let output: FileDescriptor
  private let received = Mutex<[UInt8]>([])
  private let ending = Mutex<Ending?>(nil)

  /// A line longer than this is no answer of ours.
  private static let longestLine = 1 << 20

  /// Starts a program with its standard input and output as pipes to this process.
  package init(program: String, arguments: [String]) throws(Errno) {
    let toChild = try Pipe()
    let fromChild = try Pipe()
    number = try Self.spawn(
      program, arguments, input: toChild.reading.number, output: fromChild.writing.number)
    input = toChild.takeWriting()
    output = fromChild.takeReading()
  }

  deinit { _ = end() }

  private struct Pipe: ~Copyable {
    let reading: FileDescriptor
    let writing: FileDescriptor

    init() throws(Errno) {
      var ends: [CInt] = [0, 0]
      guard unsafe Glibc.pipe(&ends) == 0 else { throw .current }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      reading = FileDescriptor(owning: ends[0])
      writing = FileDescriptor(owning: ends[1])
    }

    consuming func takeReading() -> FileDescriptor { reading }
    consuming func takeWriting() -> FileDescriptor { writing }
  }

  private static func spawn(
    _ program: String, _ arguments: [String], input: CInt, output: CInt
  ) throws(Errno) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    unsafe pyramidion_close_from(&actions, 3)

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map {
      unsafe strdup($0)
    }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var number = pid_t()
    let result = unsafe posix_spawn(&number, program, &actions, &attributes, words, environ)
    guard result == 0 else { throw Errno(rawValue: result) }
    return number
  }

  /// Sends a line.
  package func send(_ line: [UInt8]) throws(Errno) {
    let bytes = line + [UInt8(ascii: "\n")]
    var done = 0
    while done < bytes.count {
      done += try retryingInterrupts {
        unsafe bytes.withUnsafeBytes { bytes in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
          return unsafe Glibc.write(input.number, rest.baseAddress, rest.count)
        }
      }
    }
  }

  /// Waits for the next line, at most so long.
  package func readLine(milliseconds: Int) -> Reading {
    received.withLock { received in
      while true {
        if let line = Self.takeLine(&received) { return .line(line) }
        guard received.count < Self.longestLine else { return .closed }
        var waiting = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
        let ready = unsafe poll(&waiting, 1, CInt(clamping: milliseconds))
        if ready == 0 { return .timedOut }
        if ready < 0 { return Errno.current == .interrupted ? .timedOut : .closed }
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = unsafe Glibc.read(output.number, &piece, piece.count)
        guard count > 0 else { return .closed }
        received += piece[..<count]
      }
    }
  }

  private static func takeLine(_ received: inout [UInt8]) -> [UInt8]? {
    guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = Array(received[..<end])
    received.removeSubrange(...end)
    return line
  }

  /// Kills the child if it still runs, and tells how it ended.
  @discardableResult
  package func end() -> Ending {
    ending.withLock { ending in
      if let ending { return ending }
      _ = kill(number, SIGKILL)
      let result = wait()
      ending = result
      return result
    }
  }

  /// How the child ended by itself, given a little time to do so.
  package func ended(withinMilliseconds limit: Int) -> Ending {
    ending.withLock { ending in
      if let ending { return ending }
      var status: CInt = 0
      for _ in 0..<max(1, limit / 5) {
        if unsafe waitpid(number, &status, WNOHANG) == number {
          let result = Self.meaning(of: status)
          ending = result
          return result
        }
        usleep(5000)
      }
      _ = kill(number, SIGKILL)
      let result = wait()
      ending = result
      return result
    }
  }

  private func wait() -> Ending {
    var status: CInt = 0
    while unsafe waitpid(number, &status, 0) == -1 && Errno.current == .interrupted {}
    return Self.meaning(of: status)
  }

  private static func meaning(of status: CInt) -> Ending {
    let signal = status & 0x7F
    return signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .killed(signal: Int(signal))
  }
}
