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
  private let file: FileDescriptor
  private let bell: SharedBell
  private let finished: SharedBell
  private let isEnding = Atomic<Bool>(false)
  private let writer = Mutex<Posix.Thread?>(nil)

  /// Lines gather so long before they are written.
  private static let gatheringMilliseconds = 50

  /// `file`: open for appending; the log's from here on.
  ///
  /// `loops`: how many write to it.
  package init(to file: consuming FileDescriptor, format: Format, loops: Int) throws(Errno) {
    let bell = SharedBell(try EventDescriptor())
    self.file = file
    self.bell = bell
    finished = SharedBell(try EventDescriptor())
    lanes = (0..<loops).map { _ in AccessLogLane(format, bell: bell) }
    let thread = try Posix.Thread(name: "access-log") { self.run() }
    writer.withLock { $0 = thread }
  }

  func lane(_ index: Int) -> AccessLogLane { lanes[index] }

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
    var mustEnd = false
    while !mustEnd {
      bell.descriptor.wait()
      bell.descriptor.silence()
      mustEnd = isEnding.load(ordering: .acquiring)
      if !mustEnd { Clock.sleep(milliseconds: Self.gatheringMilliseconds) }
      for lane in lanes {
        lane.take(into: &lines)
        write(lines)
      }
    }
    finished.descriptor.ring()
  }

  /// What can't be written is lost: the log has nowhere to complain, and serving goes on.
  private func write(_ lines: [UInt8]) {
    var start = 0
    while start < lines.count {
      guard case .bytes(let count) = Transfer.write(lines.span, from: start, to: file.number) else {
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
