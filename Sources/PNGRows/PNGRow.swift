/// A row's bytes, with a pixel of zeros before it and some that mean nothing behind it.
@safe
final class PNGRow {
  let base: UnsafeMutablePointer<UInt8>
  private let count: Int

  /// - Parameter count: of its bytes.
  init(_ count: Int) {
    self.count = count
    let all = RowFilter.margin + count + RowFilter.margin
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: all)
    unsafe start.initialize(repeating: 0, count: all)
    unsafe base = start + RowFilter.margin
  }

  deinit { unsafe (base - RowFilter.margin).deallocate() }

  /// The row's bytes, which are its own as long as it lives.
  var bytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: base, count: count)
  }
}
