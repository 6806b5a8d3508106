import CLinux
import Glibc

/// Moving bytes between sockets, files and memory.
package enum Transfer {
  /// Reads from a socket into a buffer.
  ///
  /// - Precondition: `offset` lies inside the buffer.
  package static func receive(
    from socket: CInt, into buffer: borrowing IOBuffer, at offset: Int = 0
  ) -> TransferResult {
    unsafe result(
      ofReading: recv(socket, buffer.address(of: offset), buffer.capacity - offset, 0))
  }

  /// Reads a part of a file, without moving its position.
  ///
  /// - Precondition: the buffer has room for `count` bytes at `offset`.
  package static func read(
    _ file: CInt, from position: Int64, count: Int, into buffer: borrowing IOBuffer, at offset: Int
  ) -> TransferResult {
    precondition(offset >= 0 && count >= 0 && offset + count <= buffer.capacity)
    return unsafe result(
      ofReading: pread(file, buffer.address(of: offset), count, off_t(position)))
  }

  /// Sends a part of a file.
  package static func send(
    file: CInt, from position: Int64, count: Int, to socket: CInt
  ) -> TransferResult {
    var place = off_t(position)
    return unsafe result(ofReading: sendfile(socket, file, &place, count))
  }

  /// Sends what a list names, in order.
  ///
  /// - Parameters:
  ///   - list: buffers.
  ///   - socket: connected, and never waited for.
  ///   - moreFollows: whether to hold back a packet that is not full.
  /// - Returns: how many bytes went out, or why none did.
  package static func send(
    _ list: borrowing SendList, to socket: CInt, moreFollows: Bool
  ) -> TransferResult {
    let flags = CInt(MSG_NOSIGNAL) | (moreFollows ? CInt(MSG_MORE) : 0)
    if list.count == 1 {
      let only = unsafe list.first
      return unsafe result(ofWriting: Glibc.send(socket, only.iov_base, only.iov_len, flags))
    }
    var message = unsafe msghdr()
    unsafe message.msg_iov = list.base
    unsafe message.msg_iovlen = list.count
    return unsafe result(ofWriting: sendmsg(socket, &message, flags))
  }

  /// Sends bytes.
  ///
  /// - Parameters:
  ///   - bytes: few enough to fit into what the system keeps for a new connection.
  ///   - socket: connected, and never waited for.
  /// - Returns: how many bytes went out, or why none did.
  package static func send(_ bytes: Span<UInt8>, to socket: CInt) -> TransferResult {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe result(
        ofWriting: Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL)))
    }
  }

  @inline(__always)
  private static func result(ofReading call: @autoclosure () -> Int) -> TransferResult {
    do throws(Errno) {
      let count = try retryingInterrupts(call)
      return count == 0 ? .ended : .bytes(count)
    } catch {
      return error == .wouldBlock ? .wouldBlock : .failed(error)
    }
  }

  @inline(__always)
  private static func result(ofWriting call: @autoclosure () -> Int) -> TransferResult {
    do throws(Errno) {
      return .bytes(try retryingInterrupts(call))
    } catch {
      return error == .wouldBlock ? .wouldBlock : .failed(error)
    }
  }
}

extension Transfer {
  /// Writes bytes to a file or pipe, waiting as long as that takes.
  ///
  /// - Precondition: `start` lies inside the bytes.
  package static func write(_ bytes: Span<UInt8>, from start: Int, to file: CInt) -> TransferResult
  {
    unsafe bytes.withUnsafeBytes { source in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: source[start...])
      return unsafe result(ofWriting: Glibc.write(file, rest.baseAddress, rest.count))
    }
  }
}
