import CLinux
import Glibc

/// Stretches of memory to be sent with one call.
@safe package struct SendList: ~Copyable {
  private let vectors: UnsafeMutableBufferPointer<iovec>
  package private(set) var count = 0
  /// Bytes in all stretches together.
  package private(set) var byteCount = 0

  package init(capacity: Int = 64) { unsafe vectors = .allocate(capacity: capacity) }

  deinit { unsafe vectors.deallocate() }

  package var isFull: Bool { unsafe count == vectors.count }

  package mutating func removeAll() {
    count = 0
    byteCount = 0
  }

  /// Adds memory that stays where it is until the list is sent; a stretch right behind the last
  /// one makes that longer.
  ///
  /// - Precondition: the list is not full.
  @unsafe package mutating func append(_ start: UnsafeRawPointer?, count length: Int) {
    guard length > 0, let start = unsafe start else { return }
    byteCount += length
    if let last = unsafe lastStretch, unsafe last.iov_base + last.iov_len == start {
      unsafe vectors.baseAddress?.advanced(by: count - 1).initialize(
        to: iovec(iov_base: last.iov_base, iov_len: last.iov_len + length))
      return
    }
    precondition(!isFull)
    unsafe vectors[count] = iovec(
      iov_base: UnsafeMutableRawPointer(mutating: start), iov_len: length)
    count += 1
  }

  /// Adds a part of a buffer that stays as it is until the list is sent.
  package mutating func append(_ buffer: borrowing IOBuffer, at offset: Int, count length: Int) {
    unsafe append(UnsafeRawPointer(buffer.address(of: offset)), count: length)
  }

  private var lastStretch: iovec? { count > 0 ? unsafe vectors[count - 1] : nil }

  var base: UnsafeMutablePointer<iovec>? { unsafe vectors.baseAddress }
  var first: iovec { unsafe vectors[0] }
}
