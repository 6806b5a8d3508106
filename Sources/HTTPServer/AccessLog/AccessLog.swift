package import Posix
import Synchronization

/// The access log: each loop puts lines into a lane of its own, one thread writes them out.
///
/// A disk that stalls never stalls a loop: a lane that is full drops lines, and a line in the log
/// says how many.
package final class AccessLog: Sendable {
  package enum Format: Sendable {
    /// Apache's combined format, then the request's id, microseconds, and what answered.
    case combined
    /// One JSON object a line.
    case json
  }

  private let lanes: [AccessLogLane]
  /// The file that the writer is to go on with; nil once it has taken it.
  private let next: Mutex<FileDescriptor?>
  private let bell: SharedBell
  private let finished: SharedBell
  private let isEnding = Atomic<Bool>(false)
  private let writer = Mutex<Posix.Thread?>(nil)

  /// Lines gather so long before they are written.
  private static let gatheringMilliseconds = 50

  /// - Parameters:
  ///   - file: open for appending; the log's from here on.
  ///   - format: of its lines.
  ///   - loops: how many write to it.
  /// - Throws: what keeps its thread from being started.
  package init(to file: consuming FileDescriptor, format: Format, loops: Int) throws(Errno) {
    let bell = SharedBell(try EventDescriptor())
    next = Mutex(file)
    self.bell = bell
    finished = SharedBell(try EventDescriptor())
    lanes = (0..<loops).map { _ in AccessLogLane(format, bell: bell) }
    let thread = try Posix.Thread(name: "access-log") { self.run() }
    writer.withLock { $0 = thread }
  }

  func lane(_ index: Int) -> AccessLogLane { lanes[index] }

  /// Goes on in another file: what was written before stays in the one before, what comes lands
  /// in this one, and no line is lost or cut in two.
  ///
  /// - Parameter file: open for appending; the log's from here on.
  package func goOn(in file: consuming FileDescriptor) {
    let number = file.release()
    next.withLock { $0 = FileDescriptor(owning: number) }
    bell.descriptor.ring()
  }

  /// Writes lines in another format from now on.
  ///
  /// - Parameter format: of the lines to come.
  package func change(to format: Format) {
    for lane in lanes { lane.change(to: format) }
  }

  /// Writes what is left, and ends the thread.
  ///
  /// Whoever reads the log may have stopped reading: past `patience`, in milliseconds, the rest is
  /// given up.
  package func close(patience: Int32) {
    isEnding.store(true, ordering: .releasing)
    bell.descriptor.ring()
    let thread = writer.withLock { writer in
      defer { writer = nil }
      return writer
    }
    if finished.descriptor.wait(milliseconds: patience) { thread?.join() } else { thread?.detach() }
  }

  private func run() {
    var lines: [UInt8] = []
    var file: FileDescriptor?
    var mustEnd = false
    while !mustEnd {
      bell.descriptor.wait()
      bell.descriptor.silence()
      mustEnd = isEnding.load(ordering: .acquiring)
      if !mustEnd { Clock.sleep(milliseconds: Self.gatheringMilliseconds) }
      let other = next.withLock { $0.take() }
      if other != nil { file = other }
      guard let number = file?.number else { continue }
      for lane in lanes {
        lane.take(into: &lines)
        write(lines, to: number)
      }
    }
    finished.descriptor.ring()
  }

  /// What can't be written is lost: the log has nowhere to complain, and serving goes on.
  private func write(_ lines: [UInt8], to number: CInt) {
    var start = 0
    while start < lines.count {
      guard case .bytes(let count) = Transfer.write(lines.span, from: start, to: number) else {
        return
      }
      start += count
    }
  }
}

/// A bell that several hold.
final class SharedBell: Sendable {
  let descriptor: EventDescriptor

  init(_ descriptor: consuming EventDescriptor) { self.descriptor = descriptor }
}
