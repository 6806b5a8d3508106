import Foundation
import Glibc
import Posix
import Sandbox
import Testing

@Suite struct NurseryTests {
  private let nursery = Nursery(program: Self.fixture)

  /// A nursery of children that do as they are told; it lies beside the tests.
  private static let fixture: String = {
    let tests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return tests.appending(path: "NurseryFixture").path
  }()

  private final class Told {
    let child: NurseryChild
    let line: MessageLine

    init(_ child: NurseryChild, _ line: consuming MessageLine) {
      self.child = child
      self.line = line
    }

    func answer() -> String? {
      guard case .message(let bytes) = line.next(until: .now + .seconds(60)) else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func child(told words: String, giving more: [CInt] = []) throws -> Told {
    let pair = try SocketPair()
    let child = try nursery.fork(.cutter, giving: [pair.farNumber] + more)
    let line = MessageLine(pair.takeNear(), longest: 4096)
    try line.send(Array(words.utf8))
    return Told(child, line)
  }

  /// What a nursery can't gain by beginning a program, its children can't either: they need not give it up
  /// again.
  @Test(.enabled(if: geteuid() == 0)) func `children have the bounds of their nursery`() throws {
    let bounds = try #require(try child(told: "bounds").answer())
    #expect(bounds.split(separator: "\t").last == "0000000000000000")
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel/mm/transparent_hugepage")))
  func `what a child asks the heap for lies in huge pages`() throws {
    #expect(try child(told: "heap").answer() == "huge")
  }

  @Test func `large blocks stay with a child that wants them again`() throws {
    #expect(try child(told: "again").answer() == "kept")
  }

  private func isThere(_ process: Int32) -> Bool { kill(process, 0) == 0 }

  @Test func `a child that ends by itself tells how`() throws {
    #expect(try child(told: "exit 0").child.ended(within: .seconds(60)) == .exited(0))
    #expect(try child(told: "exit 7").child.ended(within: .seconds(60)) == .exited(7))
    let crashed = try child(told: "signal \(SIGSEGV)").child.ended(within: .seconds(60))
    #expect(crashed == .killed(signal: SIGSEGV))
  }

  @Test func `a child that is let go of is killed`() throws {
    var told: Told? = try child(told: "wait")
    let number = try #require(told?.child.processNumber())
    #expect(isThere(number))
    told = nil
    while isThere(number) { usleep(1000) }
  }

  @Test func `a child is ended from outside, whatever it does`() throws {
    let told = try child(told: "wait")
    #expect(told.child.end() == .killed(signal: SIGKILL))
    #expect(told.child.end() == .killed(signal: SIGKILL))
    #expect(told.line.next(until: .now + .seconds(60)) == .closed)
  }

  @Test func `children live side by side and end apart`() throws {
    let waiting = try child(told: "wait")
    let ended = try child(told: "exit 3")
    let echo = try child(told: "echo")
    #expect(ended.child.ended(within: .seconds(60)) == .exited(3))
    #expect(echo.answer() == "echo")
    #expect(waiting.line.next(until: .now) == .timedOut)
    #expect(waiting.child.end() == .killed(signal: SIGKILL))
  }

  @Test func `a child has what it was given and nothing else`() throws {
    let other = try child(told: "wait")
    #expect(other.child.processNumber() != nil)
    let null = try #require(FilePath("/dev/null"))
    let file = try FileDescriptor.open(null, .reading)
    let told = try child(told: "descriptors", giving: [file.number, file.number])
    let open = try #require(told.answer()).split(separator: " ")
    #expect(open.count == 3)
    let environment = try #require(try child(told: "environment").answer())
    let names = environment.split(separator: "\n").compactMap { $0.split(separator: "=").first }
    let loader: Set<Substring> = ["LD_LIBRARY_PATH", "LD_PRELOAD"]
    #expect(
      Set(names).subtracting(loader) == ["LANG", "HOME", "VIPS_NOVECTOR", "VIPS_WARNING"])
  }

  @Test func `threads of a child share locks`() throws {
    #expect(try child(told: "count 100000").answer() == "100000")
  }

  @Test func `the nursery has one thread`() throws {
    _ = try child(told: "exit 0").child.ended(within: .seconds(60))
    let number = try #require(nursery.processNumber)
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/task")
    #expect(threads.count == 1)
  }

  @Test func `a nursery that dies takes its children along, and the next order makes another`()
    throws
  {
    let waiting = try child(told: "wait")
    let number = try #require(waiting.child.processNumber())
    let first = try #require(nursery.processNumber)
    kill(first, SIGKILL)
    #expect(waiting.child.ended(within: .seconds(60)) == .lost)
    while isThere(number) { usleep(1000) }
    #expect(try child(told: "exit 5").child.ended(within: .seconds(60)) == .exited(5))
    #expect(nursery.processNumber != first)
  }

  @Test func `a nursery that does not answer is done with`() throws {
    try nursery.start()
    let first = try #require(nursery.processNumber)
    kill(first, SIGSTOP)
    let told = try child(told: "exit 0")
    #expect(told.child.end() == .lost)
    #expect(try child(told: "exit 5").child.ended(within: .seconds(60)) == .exited(5))
  }

  @Test func `a nursery without descriptors says so, and goes on once it has some`() throws {
    #expect(try child(told: "exit 0").child.ended(within: .seconds(60)) == .exited(0))
    let process = try #require(nursery.processNumber)
    // The standard streams, its line and its signals; the child's control closes in its own time.
    let own = 5
    while try descriptors(of: process) > own { usleep(1000) }
    try limit(process, to: own + 1)
    // Its control is the one that still has room.
    let pair = try SocketPair()
    let refused = try nursery.fork(.cutter, giving: [pair.farNumber])
    #expect(refused.ended(within: .seconds(60)) == .notStarted(.tooManyOpenFiles))
    try limit(process, to: own)
    let lost = try nursery.fork(.cutter, giving: [pair.farNumber])
    #expect(lost.ended(within: .seconds(60)) == .lost)
    try limit(process, to: 64)
    #expect(try child(told: "exit 5").child.ended(within: .seconds(60)) == .exited(5))
    #expect(nursery.processNumber == process)
    while try descriptors(of: process) > own { usleep(1000) }
  }

  private func descriptors(of process: Int32) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
  }

  /// Lets a process hold so many.
  private func limit(_ process: Int32, to count: Int) throws {
    let words = ["--pid", "\(process)", "--nofile=\(count):"]
    let command = try Process.run(URL(filePath: "/usr/bin/prlimit"), arguments: words)
    command.waitUntilExit()
    #expect(command.terminationStatus == 0)
  }

  @Test func `a program that is no nursery makes no child`() throws {
    let nothing = Nursery(program: "/bin/true")
    let pair = try SocketPair()
    // It may have ended before it is asked, and be asked once more in vain.
    let child = try? nothing.fork(.cutter, giving: [pair.farNumber])
    #expect((child?.ended(within: .seconds(60)) ?? .lost) == .lost)
    #expect(throws: Errno.self) { try Nursery(program: "/nowhere").start() }
  }
}
