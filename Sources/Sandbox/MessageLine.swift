import CLinux
import Glibc
package import Posix

/// One end of a line between this process and a child: whole messages, of a length that is bounded.
package struct MessageLine: ~Copyable, Sendable {
  /// What waiting for a message came to.
  package enum Reading: Equatable, Sendable {
    case message([UInt8])
    /// Longer than any that is expected here.
    case tooLong
    /// The other end is closed: who held it has ended, or is about to.
    case closed
    case timedOut
  }

  private let socket: FileDescriptor
  private let longest: Int

  /// - Parameters:
  ///   - socket: this process's end.
  ///   - longest: bytes of a message that comes.
  package init(_ socket: consuming FileDescriptor, longest: Int) {
    self.socket = socket
    self.longest = longest
  }

  /// Becomes readable with the next message; for who waits for several things at once.
  package var number: CInt { socket.number }

  /// Sends a message.
  package func send(_ message: [UInt8]) throws(Errno) {
    _ = try retryingInterrupts {
      unsafe Glibc.send(socket.number, message, message.count, CInt(MSG_NOSIGNAL))
    }
  }

  /// Takes a message that is there, by reading alone, as decoders may in their boxes; what is longer
  /// than any that is expected is cut off.
  ///
  /// - Parameter moment: when waiting for one ends.
  /// - Returns: nil where there is none, or will be none any more.
  package func arrived(until moment: Instant = .now) -> [UInt8]? {
    guard socket.isReadable(until: moment) else { return nil }
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = unsafe Glibc.read(socket.number, &bytes, longest)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Takes the next message.
  ///
  /// - Parameter moment: when waiting ends; one that has gone by takes what is there.
  /// - Returns: the message, or why there is none.
  package func next(until moment: Instant) -> Reading {
    guard socket.isReadable(until: moment) else { return .timedOut }
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = unsafe pyramidion_receive(socket.number, &bytes, longest, CInt(MSG_DONTWAIT))
    if count < 0, Errno.current == .wouldBlock || Errno.current == .interrupted { return .timedOut }
    guard count > 0 else { return .closed }
    return count > longest ? .tooLong : .message(Array(bytes.prefix(count)))
  }
}
