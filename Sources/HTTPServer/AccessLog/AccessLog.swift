package import Posix
import Synchronization

/// The access log: each loop puts lines into a lane of its own, one thread writes them out.
///
/// A disk that stalls never stalls a loop: a lane that is full drops lines, and a line in the log
/// says how many, as soon as it takes one.
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
  /// Ends once no loop writes any more.
  private let isRetiring = Atomic<Bool>(false)
  private let losses: LogLosses
  private let writer = Mutex<Posix.Thread?>(nil)

  /// Lines gather so long before they are written.
  private static let gatheringMilliseconds = 50

  /// - Parameters:
  ///   - file: open for appending; the log's from here on.
  ///   - format: of its lines.
  ///   - loops: how many write to it.
  ///   - losses: counts what can't be written.
  /// - Throws: what keeps its thread from being started.
  package init(
    to file: consuming FileDescriptor, format: Format, loops: Int, losses: LogLosses = LogLosses()
  ) throws(Errno) {
    let bell = SharedBell(try EventDescriptor())
    next = Mutex(file)
    self.bell = bell
    self.losses = losses
    finished = SharedBell(try EventDescriptor())
    lanes = (0..<loops).map { _ in AccessLogLane(format, bell: bell, losses: losses) }
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

  /// Ends by itself once every loop has turned away from it, with what is left written.
  package func retire() {
    isRetiring.store(true, ordering: .releasing)
    bell.descriptor.ring()
    writer.withLock { writer in
      defer { writer = nil }
      return writer
    }?.detach()
  }

  private func run() {
    var lines: [UInt8] = []
    var file: LogFile?
    var mustEnd = false
    while !mustEnd {
      bell.descriptor.wait()
      bell.descriptor.silence()
      // Asked before the lines are taken: what is put down later is nobody's.
      mustEnd =
        isEnding.load(ordering: .acquiring)
        || (isRetiring.load(ordering: .acquiring) && lanes.allSatisfy(\.isLeft))
      if !mustEnd { Clock.sleep(milliseconds: Self.gatheringMilliseconds) }
      if let other = next.withLock({ $0.take() }) {
        if file?.finishLine() != nil { losses.add(1) }
        file = LogFile(other)
      }
      for lane in lanes { file?.write(from: lane, by: &lines, losses) }
    }
    finished.descriptor.ring()
  }
}

extension LogFile {
  /// Appends the lines of a lane; what can't be written is counted, and serving goes on.
  fileprivate mutating func write(
    from lane: AccessLogLane, by lines: inout [UInt8], _ losses: LogLosses
  ) {
    let told = lane.take(into: &lines)
    if lines.isEmpty, begun.isEmpty { return }
    guard let loss = write(lines) else { return losses.end() }
    losses.begin(loss.reason)
    guard loss.lines > 0 else { return }
    // The last line is the one that tells of others.
    let own = told > 0 ? loss.lines - 1 : loss.lines
    losses.add(own)
    lane.tellAgain(own + told)
  }
}
