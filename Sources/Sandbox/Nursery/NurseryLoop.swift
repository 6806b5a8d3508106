import CLinux
import Glibc
package import Posix

/// The nursery itself: makes a child for each order, kills it once the other end of its control is
/// shut, and tells how it ended.
///
/// One thread, for ever: threads don't come along when a process is copied, but the locks do that
/// they hold.
package struct NurseryLoop: ~Copyable {
  /// What a child does with the descriptors that it was given: first what all of its threads are to
  /// inherit, then, on a thread of its own, what is returned; then it ends.
  package typealias Work = (_ descriptors: [CInt]) -> (@Sendable () -> Void)?

  private struct Child {
    let process: pid_t
    /// Where its end is told.
    let control: CInt
    /// Its end will be told of.
    var isKilled = false
  }

  private let socket = NurseryLaunch.socket
  private let signals: SignalDescriptor
  private let work: (NurseryRole) -> Work
  private var children: [Child] = []

  /// - Parameter work: what children do, by their roles; asked in the nursery before each of them is
  ///   made, which is when it gets ready what they share.
  /// - Throws: where the system tells no ends of children.
  package init(_ work: @escaping (NurseryRole) -> Work) throws(Errno) {
    self.work = work
    unsafe pyramidion_name_thread("pyramid-nursery")
    // Swift's crash handler would start a program to print a trace, and a child can't: a crash is to
    // be the end, at once, that is told of.
    for crash in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV] {
      _ = signal(crash, SIG_DFL)
    }
    // Where a child is killed, what it has begun ends with it, and here is who takes notice.
    pyramidion_adopt_orphans()
    signals = try SignalDescriptor([SIGCHLD])
  }

  /// Serves orders until the other end of the line closes; ends all children then.
  package mutating func run() {
    while true {
      var items = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0)]
      items.append(pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0))
      items += children.map {
        pollfd(fd: $0.isKilled ? -1 : $0.control, events: Int16(POLLIN), revents: 0)
      }
      let ready = unsafe poll(&items, nfds_t(items.count), -1)
      guard ready > 0 else { continue }
      for (index, item) in zip(children.indices, items.dropFirst(2)) where item.revents != 0 {
        _ = kill(children[index].process, SIGKILL)
        children[index].isKilled = true
      }
      if items[1].revents != 0 { reap() }
      if items[0].revents != 0, !takeOrder() { break }
    }
    for child in children { _ = kill(child.process, SIGKILL) }
  }

  /// - Returns: false once the line is closed.
  private mutating func takeOrder() -> Bool {
    var word: UInt8 = 0
    var given = [CInt](repeating: -1, count: Int(PYRAMIDION_MOST_DESCRIPTORS))
    var count: CInt = 0
    let length = unsafe pyramidion_receive_descriptors(socket, &word, 1, &given, &count)
    let error = length < 0 ? Errno.current : nil
    if error == .tooManyOpenFiles {
      // The order is lost, and whoever gave it is told so where it still can be.
      guard count > 0 else { return true }
      tell(.notStarted(.tooManyOpenFiles), on: given[0])
      _ = Glibc.close(given[0])
      return true
    }
    guard length > 0 else { return error == .interrupted }
    let descriptors = Array(given.prefix(Int(count)))
    guard let control = descriptors.first else { return true }
    let rest = Array(descriptors.dropFirst())
    defer { for descriptor in rest { _ = Glibc.close(descriptor) } }
    guard let role = NurseryRole(rawValue: word) else {
      tell(.notStarted(.invalidArgument), on: control)
      _ = Glibc.close(control)
      return true
    }
    let nursery = getpid()
    let childWork = work(role)
    let process = pyramidion_fork()
    if process == 0 { become(role, childWork, rest, childOf: nursery) }
    guard process > 0 else {
      tell(.notStarted(.current), on: control)
      _ = Glibc.close(control)
      return true
    }
    children.append(Child(process: process, control: control))
    tell(.started(process), on: control)
    return true
  }

  /// Room for a decoder's stack, in bytes: drawings are as deep as whoever drew them likes.
  private static let stackSize = 8 << 20

  /// The child's whole life.
  private func become(
    _ role: NurseryRole, _ work: Work, _ descriptors: [CInt], childOf nursery: pid_t
  ) -> Never {
    _ = pyramidion_die_with_parent()
    unsafe pyramidion_name_thread(role.processName)
    // The nursery may have ended before it was said that its end is the child's.
    guard getppid() == nursery else { _exit(1) }
    Self.closeAll(but: descriptors)
    var none = sigset_t()
    unsafe sigemptyset(&none)
    _ = unsafe sigprocmask(SIG_SETMASK, &none, nil)
    guard let body = work(descriptors) else { _exit(0) }
    // Swift's locks keep a thread's number with the thread, and this thread's is the nursery's: where
    // another one wants a lock that it holds, the system looks for the holder in the nursery, and
    // both wait for ever. A new thread asks for its own number.
    guard let thread = try? Thread(name: "decoder", stackSize: Self.stackSize, body) else {
      _exit(1)
    }
    thread.join()
    _exit(0)
  }

  /// Closes what is the nursery's: its line, and the controls of other children.
  private static func closeAll(but kept: [CInt]) {
    var first: CInt = 3
    for descriptor in kept.sorted() {
      if descriptor > first {
        _ = pyramidion_close_range(UInt32(first), UInt32(descriptor - 1))
      }
      first = descriptor + 1
    }
    _ = pyramidion_close_range(UInt32(first), .max)
  }

  private mutating func reap() {
    while true {
      do {
        guard try signals.next() != nil else { break }
      } catch {
        break
      }
    }
    var status: CInt = 0
    while true {
      let process = unsafe waitpid(-1, &status, WNOHANG)
      guard process > 0 else { return }
      guard let index = children.firstIndex(where: { $0.process == process }) else { continue }
      let child = children.remove(at: index)
      tell(.ended(status: status), on: child.control)
      _ = Glibc.close(child.control)
    }
  }

  private func tell(_ report: ChildReport, on control: CInt) {
    let bytes = report.bytes
    let flags = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
    _ = unsafe send(control, bytes, bytes.count, flags)
  }
}
