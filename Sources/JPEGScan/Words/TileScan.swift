/// A tile's stream while it is put together: its head, its scan with stuffing, and its end.
///
/// One is used for many tiles, and keeps its room.
@safe
final class TileScan {
  private var room: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private var count = 0

  deinit { unsafe room?.deallocate() }

  /// Puts a stream together.
  ///
  /// - Parameters:
  ///   - head: all that stands before the scan.
  ///   - bitBound: how many bits the scan comes to at most.
  ///   - write: writes the scan.
  func make(head: [UInt8], bitBound: Int, write: (inout BitWriter) -> Void) {
    // Each of the scan's bytes may have a zero behind it, and words are stored whole.
    let base = unsafe reserve(head.count + 2 * (bitBound / 8 + 1) + 16)
    unsafe head.withUnsafeBufferPointer { head in
      guard let first = head.baseAddress else { return }
      unsafe base.update(from: first, count: head.count)
    }
    var writer = unsafe BitWriter(base + head.count)
    unsafe write(&writer)
    let end = unsafe writer.finish()
    unsafe end[0] = 0xFF
    unsafe end[1] = 0xD9
    count = unsafe end + 2 - base
  }

  /// Shows the stream that was made.
  ///
  /// - Parameter body: given its bytes, which live until it returns.
  /// - Throws: what the closure says.
  func show(to body: (Span<UInt8>) throws -> Void) rethrows {
    guard let room = unsafe room else { return }
    try body(unsafe Span(_unsafeStart: UnsafePointer(room), count: count))
  }

  private func reserve(_ wanted: Int) -> UnsafeMutablePointer<UInt8> {
    if let room = unsafe room, wanted <= capacity { return unsafe room }
    unsafe room?.deallocate()
    // What is never written takes no memory.
    capacity = max(wanted, 2 * capacity)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe room = unsafe larger
    return unsafe larger
  }
}
