import HTTPWire
import Synchronization

/// The memory of pictures that were made and that a client is still to read.
///
/// It is bounded: while readers are so slow that much of it waits for them, the slowest are parted
/// with, and beyond the limit nothing more is made.
final class UnsentPictures: Sendable {
  /// In bytes.
  let limit: Int
  private let held = Atomic<Int>(0)
  private let relief = Mutex<(@Sendable () -> Void)?>(nil)

  init(limit: Int) { self.limit = limit }

  /// Sets who parts with slow readers.
  func setRelief(_ relieve: @escaping @Sendable () -> Void) {
    relief.withLock { $0 = relieve }
  }

  /// A picture that counts for as long as somebody has it.
  func keep(_ picture: [UInt8]) -> SharedBytes {
    let count = picture.count
    held.add(count, ordering: .relaxed)
    return SharedBytes(copying: picture.span) {
      self.held.subtract(count, ordering: .relaxed)
    }
  }

  /// What waits for readers.
  ///
  /// - Parameter cached: bytes of the pictures that are kept anyway.
  /// - Returns: in bytes.
  func bytes(beyond cached: Int) -> Int { max(0, held.load(ordering: .relaxed) - cached) }

  /// Looks whether another picture may be made; parts with slow readers before it comes to that.
  ///
  /// - Parameter cached: bytes of the pictures that are kept anyway.
  /// - Returns: whether it may.
  func hasRoom(beyond cached: Int) -> Bool {
    let waiting = bytes(beyond: cached)
    if waiting > limit / 2 { relief.withLock { $0 }?() }
    return waiting <= limit
  }
}
