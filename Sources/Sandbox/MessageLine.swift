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
    let bytes = unsafe taken { unsafe Glibc.read(socket.number, $0, longest) }.bytes
    return bytes.isEmpty ? nil : bytes
  }

  /// Takes the next message.
  ///
  /// - Parameter moment: when waiting ends; one that has gone by takes what is there.
  /// - Returns: the message, or why there is none.
  package func next(until moment: Instant) -> Reading {
    guard socket.isReadable(until: moment) else { return .timedOut }
    let (bytes, count) = unsafe taken { room in
      unsafe pyramidion_receive(socket.number, room, longest, CInt(MSG_DONTWAIT))
    }
    if count < 0, Errno.current == .wouldBlock || Errno.current == .interrupted { return .timedOut }
    guard count > 0 else { return .closed }
    return count > longest ? .tooLong : .message(bytes)
  }

  /// Takes a message into room for the longest, of which only what it fills is touched.
  ///
  /// - Parameter receive: puts it there.
  /// - Returns: what fits of it, and what the call said.
  private func taken(
    _ receive: (UnsafeMutableRawPointer?) -> Int
  ) -> (bytes: [UInt8], count: Int) {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: longest) { room, filled in
      count = unsafe receive(room.baseAddress)
      filled = min(max(0, count), longest)
    }
    return (bytes, count)
  }
}
