/// A window that moves on along a scan, for readers that need nothing of what they have passed.
struct SlidingWindow {
  private(set) var window = ScanWindow()
  /// Where the reader is, in bits of the window.
  var position = 0
  /// What the window becomes when most of it was read.
  private var spare = ScanWindow()

  /// Bytes of a window that may lie behind the reader.
  private static let readBytes = 1 << 18

  /// Begins anew, somewhere else.
  mutating func clear() {
    window.clear()
    position = 0
  }

  /// Drops what lies behind the reader, where that is much.
  mutating func moveOn() {
    guard position > Self.readBytes * 8 else { return }
    spare.start(with: window, from: position / 8)
    position %= 8
    swap(&window, &spare)
  }
}
