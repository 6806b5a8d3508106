import CLinux
import Glibc
package import Posix
import Synchronization

/// The process that makes children which decode: this program once more, with its decoders loaded,
/// one thread, and nothing in its memory or environment that is worth having.
///
/// A child is a copy of it and costs two milliseconds. It reads no byte of an image itself. Nothing
/// of it outlives this process: it ends when the socket between them does.
package final class Nursery: Sendable {
  private struct Running: ~Copyable {
    let process: pid_t
    let socket: FileDescriptor
  }

  private struct State: ~Copyable {
    var running: Running?
    /// How many were started; tells one from the one before it.
    var count = 0
  }

  /// The one argument that makes the executable a nursery.
  package static let argument = "--decoder-nursery"

  /// The variable that tells a nursery where PDFium lies.
  package static let pdfEngineVariable = "PDFIUM_LIBRARY"

  private let program: String
  private let lost: @Sendable () -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - program: the executable to run; this one as a rule.
  ///   - lost: told when the process has ended by others' doing, or is ended since it answers no
  ///     more; the next child is another one's.
  package init(program: String = "/proc/self/exe", lost: @escaping @Sendable () -> Void = {}) {
    self.program = program
    self.lost = lost
  }

  deinit { end() }

  /// Starts the process if it does not run, without waiting for it to be ready.
  ///
  /// - Throws: what kept it from being started.
  package func start() throws(Errno) {
    try state.withLock { state throws(Errno) in
      if state.running == nil { try start(&state) }
    }
  }

  /// Ends the process, and all its children with it.
  package func end() { state.withLock { Self.end(&$0) } }

  /// The nursery's number as the system knows it; nil where none was started.
  package var processNumber: Int32? { state.withLock { $0.running?.process } }

  /// Makes a child.
  ///
  /// - Parameters:
  ///   - role: what it is for.
  ///   - descriptors: what it is given, as copies and in this order; all stay the caller's.
  /// - Returns: the child; whether there really is one its ending tells.
  /// - Throws: what kept it from being asked for.
  package func fork(
    _ role: NurseryRole, giving descriptors: [CInt]
  ) throws(Errno) -> NurseryChild {
    let control = try SocketPair()
    let given = [control.farNumber] + descriptors
    let count = try state.withLock { state throws(Errno) in
      if state.running != nil {
        do throws(Errno) {
          try Self.order(role, given, &state)
          return state.count
        } catch {
          // It has died since: the next one is asked.
          guard error == .brokenPipe || error == .connectionReset else { throw error }
          Self.end(&state)
          lost()
        }
      }
      try start(&state)
      try Self.order(role, given, &state)
      return state.count
    }
    return NurseryChild(control: control.takeNear()) { [weak self] in self?.end(number: count) }
  }

  /// Ends the process if it still is the one of that number.
  private func end(number: Int) {
    state.withLock { state in
      guard state.count == number, state.running != nil else { return }
      Self.end(&state)
      lost()
    }
  }

  private static func order(
    _ role: NurseryRole, _ descriptors: [CInt], _ state: inout State
  ) throws(Errno) {
    guard let socket = state.running?.socket.number else { return }
    var order = role.rawValue
    _ = try retryingInterrupts {
      unsafe pyramidion_send_descriptors(
        socket, &order, 1, descriptors, CInt(descriptors.count))
    }
  }

  private func start(_ state: inout State) throws(Errno) {
    let line = try SocketPair()
    let process = try NurseryLaunch(program).spawn(socket: line.farNumber)
    state.running = Running(process: process, socket: line.takeNear())
    state.count += 1
  }

  private static func end(_ state: inout State) {
    guard let running = state.running.take() else { return }
    _ = kill(running.process, SIGKILL)
    var status: CInt = 0
    while unsafe waitpid(running.process, &status, 0) == -1 && Errno.current == .interrupted {}
  }
}
