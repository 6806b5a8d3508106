import ByteText
import CLinux
import Glibc
package import Posix

/// A program that is no part of this one, and reads a stranger's document: it waits in a box of its own
/// from before this process closes its box, in which nothing is begun any more, and begins once, with
/// words that are known by then.
///
/// It is given no file but the document, which lies in memory and is what this process puts there, and
/// what it says comes through a pipe. It ends with this process.
package final class BoxedProgram: Sendable {
  /// How the program calls its document.
  package static var documentPath: String { "/proc/self/fd/\(documentNumber)" }

  /// Beyond those that a program opens first, and below as many as it may open.
  private static let documentNumber: CInt = 30
  private static let environment = ["LANG=C", "HOME=/nonexistent"]
  /// Bytes of all words.
  private static let longestOrder = 1 << 16
  /// Bytes that are heard at once, as many as a pipe holds.
  private static let longestPiece = 1 << 16
  /// Bytes that are looked at of what it complains of, and characters of a line that is shown.
  private static let longestComplaint = 1 << 12
  private static let longestLine = 200
  /// Whoever orders it ends before, and it with them.
  private static let patience = Duration.seconds(86_400)

  private let line: MessageLine
  private let output: FileDescriptor
  /// Where it complains; neither side ever waits for the other.
  private let complaints: FileDescriptor
  private let document: FileDescriptor

  /// Makes the process that will be the program; this one has one thread yet, and no box.
  ///
  /// - Parameter box: the program's.
  /// - Throws: what the system said.
  package init(in box: Box) throws(Errno) {
    let document = try FileDescriptor.inMemory(name: "document")
    let line = try SocketPair()
    var ends: [CInt] = [-1, -1]
    _ = try retryingInterrupts { unsafe pipe(&ends) }
    let output = FileDescriptor(owning: ends[0])
    let input = FileDescriptor(owning: ends[1])
    _ = try retryingInterrupts { unsafe pipe(&ends) }
    let complaints = FileDescriptor(owning: ends[0])
    let complaining = FileDescriptor(owning: ends[1])
    for end in ends { _ = try retryingInterrupts { fcntl(end, F_SETFL, O_NONBLOCK) } }
    // How it ends is seen by what it has said: nobody waits for it.
    _ = signal(SIGCHLD, SIG_IGN)
    let parent = getpid()
    let process = pyramidion_fork()
    if process == 0 {
      Self.become(
        box, reading: document.number, writing: (input.number, complaining.number),
        on: line.farNumber, childOf: parent)
    }
    guard process > 0 else { throw .current }
    self.line = MessageLine(line.takeNear(), longest: 1)
    self.output = output
    self.complaints = complaints
    self.document = document
  }

  /// What has to stay open in this process's own box.
  package var numbers: [CInt] { [line.number, output.number, complaints.number, document.number] }

  // MARK: In this process

  /// Makes the document as long as the one that it is a copy of; all of it is zeros yet.
  ///
  /// - Parameter byteCount: how long.
  /// - Throws: what the system said.
  package func setLength(_ byteCount: Int64) throws(Errno) {
    _ = try retryingInterrupts { ftruncate(document.number, off_t(byteCount)) }
  }

  /// Puts a piece of the document where it belongs.
  ///
  /// - Parameters:
  ///   - piece: some bytes.
  ///   - place: of the first of them.
  /// - Throws: what the system said.
  package func write(_ piece: RawSpan, at place: Int64) throws(Errno) {
    try document.write(piece, at: place)
  }

  /// Begins the program; once.
  ///
  /// - Parameters:
  ///   - arguments: its words, without its name.
  ///   - processorSeconds: that it may use, if its box leaves it as many.
  /// - Throws: that it has ended already, or what the system said.
  package func begin(_ arguments: [String], processorSeconds: Int) throws(Errno) {
    let order = Array((["\(processorSeconds)"] + arguments).joined(separator: "\0").utf8)
    guard order.count < Self.longestOrder else { throw .invalidArgument }
    try line.send(order)
  }

  /// Whether it could not begin, as one that is not there any more; known once it says nothing.
  package var isMissing: Bool { line.arrived() != nil }

  /// Reads on in what the program says.
  ///
  /// - Parameters:
  ///   - count: bytes that are waited for.
  ///   - moment: when waiting for them ends.
  /// - Returns: fewer at the end alone.
  /// - Throws: that it took longer, or what the system said.
  package func read(_ count: Int, until moment: Instant) throws(Errno) -> [UInt8] {
    let number = output.number
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      guard output.isReadable(until: moment) else { throw .timedOut }
      let got = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe Glibc.read(number, bytes.baseAddress?.advanced(by: done), count - done)
      }
      if got < 0, Errno.current == .interrupted { continue }
      guard got >= 0 else { throw .current }
      if got == 0 { break }
      done += got
    }
    bytes.removeSubrange(done...)
    return bytes
  }

  /// Hears the program out.
  ///
  /// - Parameters:
  ///   - limit: bytes after which no more is heard.
  ///   - moment: when waiting for its end ends.
  /// - Returns: all that it has said, and whether it was done by then.
  /// - Throws: what the system said.
  package func read(
    upTo limit: Int, until moment: Instant
  ) throws(Errno) -> (said: [UInt8], isInTime: Bool) {
    var bytes = [UInt8](repeating: 0, count: Self.longestPiece)
    var said: [UInt8] = []
    while said.count < limit {
      guard output.isReadable(until: moment) else { return (said, false) }
      let number = output.number
      let got = try retryingInterrupts { unsafe Glibc.read(number, &bytes, Self.longestPiece) }
      guard got > 0 else { break }
      said += bytes.prefix(min(got, limit - said.count))
    }
    return (said, true)
  }

  /// The first line that it has complained of until now, without its own name, numbers and what it
  /// calls its document.
  ///
  /// - Returns: nil where it has said nothing, or names other places of this host.
  package var complaint: String? {
    var bytes = [UInt8](repeating: 0, count: Self.longestComplaint)
    let number = complaints.number
    let got = try? retryingInterrupts {
      unsafe Glibc.read(number, &bytes, Self.longestComplaint)
    }
    guard let got, got > 0 else { return nil }
    let lines = bytes[..<got].split { $0 == 0x0A || $0 == 0x0D }
    return lines.lazy.compactMap { line in
      var words = String(decoding: line, as: UTF8.self)
      for name in ["document 'file://localhost\(Self.documentPath)'", Self.documentPath] {
        words = words.replacing(name, with: "the document")
      }
      if let number = words.firstRange(of: "] ") { words.removeSubrange(..<number.upperBound) }
      return CleanText.clean(
        String(words.drop { $0 == "*" || $0 == " " }), limit: Self.longestLine)
    }.first { !$0.contains("/") }
  }

  // MARK: In the program's

  /// Never returns, which is not said: who calls it has descriptors to let go of where it would.
  private static func become(
    _ box: Box, reading document: CInt, writing output: (said: CInt, complained: CInt),
    on line: CInt, childOf parent: pid_t
  ) {
    // Copies stay open in the program, all else closes when it begins.
    guard let program = box.program, dup2(output.said, STDOUT_FILENO) >= 0,
      dup2(output.complained, STDERR_FILENO) >= 0,
      dup2(document, documentNumber) >= 0,
      (try? box.enter(keeping: [0, 1, 2, documentNumber, line], childOf: parent)) != nil
    else { _exit(126) }
    let order = MessageLine(FileDescriptor(owning: line), longest: longestOrder)
    guard let words = order.arrived(until: .now + patience) else { _exit(0) }
    let told = words.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let seconds = told.first.flatMap(Int.init),
      (try? HardLimits.setProcessorTime(seconds: seconds)) != nil
    else { _exit(126) }
    let name = program.split(separator: "/").last.map(String.init) ?? program
    let (given, environment) = (ProgramWords([name] + told.dropFirst()), ProgramWords(environment))
    _ = unsafe execve(program, given.pointers, environment.pointers)
    // That it says nothing has nothing to do with the document.
    try? order.send([0])
    _exit(127)
  }
}
