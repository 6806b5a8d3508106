/// A part of a packed stream, which moves on along it.
///
/// Behind the last byte of all there are zeros, more than are read at once: so that what ends too
/// early is found out afterwards, and nothing is read that is not there.
@safe
final class PackedWindow {
  /// Bytes that are read beyond those that are wanted: two refills and what they look ahead.
  static let slack = 32
  private static let capacity = 1 << 16
  /// More than is ever wanted at once.
  private static let zeros = 1024

  private let input: InflateStream.Input
  private let base: UnsafeMutablePointer<UInt8>
  private(set) var end: UnsafeMutablePointer<UInt8>
  /// All there is has been read.
  private(set) var isWhole = false
  var bits: PackedBits

  init(_ input: @escaping InflateStream.Input) {
    self.input = input
    unsafe base = .allocate(capacity: Self.capacity + Self.zeros)
    unsafe base.initialize(repeating: 0, count: Self.capacity + Self.zeros)
    unsafe end = unsafe base
    unsafe bits = PackedBits(base)
  }

  deinit { unsafe base.deallocate() }

  /// Begins another stream, of which the input gives the bytes.
  func restart() {
    unsafe end = unsafe base
    isWhole = false
    unsafe bits = PackedBits(base)
  }

  /// Makes sure of so many bytes and the ``slack`` behind them, or of all there are, and of the
  /// reader's next bits.
  ///
  /// - Parameter count: of bytes, 900 at most.
  /// - Throws: what the input says.
  func fill(atLeast count: Int) throws {
    while !isWhole, unsafe UnsafePointer(end) - bits.next < count + Self.slack { try read() }
    unsafe bits.refill()
  }

  private func read() throws {
    // Bytes that the reader holds are kept: it may go back to where they stand.
    let kept = unsafe max(UnsafePointer(base), bits.next - 8)
    let shift = unsafe kept - UnsafePointer(base)
    let rest = unsafe UnsafePointer(end) - kept
    unsafe base.update(from: kept, count: rest)
    unsafe bits.next -= shift
    unsafe end = unsafe base + rest
    var room = unsafe MutableRawSpan(_unsafeStart: end, byteCount: Self.capacity - rest)
    let count = try input(&room)
    precondition(count >= 0 && count <= Self.capacity - rest)
    unsafe end += count
    guard count == 0 else { return }
    isWhole = true
    unsafe end.update(repeating: 0, count: Self.zeros)
  }

  /// Whoever begins to read a word and a distance before this reads what is there.
  var lastFastByte: UnsafePointer<UInt8> {
    unsafe UnsafePointer(end) + (isWhole ? 9 : -Self.slack)
  }

  /// Passes what is left of a byte.
  func goToByte() { unsafe bits = PackedBits(bits.wholeByte) }

  /// Bytes that no bit was taken of.
  var wholeBytes: Int { unsafe UnsafePointer(end) - bits.wholeByte }

  /// Passes whole bytes.
  ///
  /// - Parameters:
  ///   - count: ``wholeBytes`` at most.
  ///   - target: where they go.
  func copy(_ count: Int, to target: UnsafeMutablePointer<UInt8>) {
    precondition(count <= wholeBytes)
    unsafe target.update(from: bits.wholeByte, count: count)
    unsafe bits = PackedBits(bits.wholeByte + count)
  }

  /// Makes sure that no more was taken than there is.
  ///
  /// - Throws: ``PackedIrregular`` where more was.
  func check() throws(PackedIrregular) {
    guard !isWhole || wholeBytes >= 0 else { throw PackedIrregular("the stream ends too early") }
  }
}
