/// A part of a packed stream whose codes begin at the upper end of each byte, and which moves on along
/// it.
@safe
final class CodeWindow {
  private static let capacity = 1 << 16
  /// Bytes that are looked at beyond those of a code.
  private static let slack = 8
  /// Fewer bytes than that are not worth a start.
  private static let few = 64

  private let input: InflateStream.Input
  let base: UnsafeMutablePointer<UInt8>
  private var end = 0
  private var isWhole = false
  /// Where the next code begins, in bits from ``base``.
  var bit = 0

  init(_ input: @escaping InflateStream.Input) {
    self.input = input
    unsafe base = .allocate(capacity: Self.capacity + Self.slack)
    unsafe base.initialize(repeating: 0, count: Self.capacity + Self.slack)
  }

  deinit { unsafe base.deallocate() }

  /// Begins another stream, of which the input gives the bytes.
  func restart() {
    (bit, end, isWhole) = (0, 0, false)
  }

  /// Makes sure of some bytes, or of all there are.
  ///
  /// - Throws: what the input says.
  func fill() throws {
    while !isWhole, end - (bit >> 3) < Self.few {
      let start = bit >> 3
      unsafe base.update(from: base + start, count: end - start)
      bit -= start << 3
      end -= start
      var room = unsafe MutableRawSpan(_unsafeStart: base + end, byteCount: Self.capacity - end)
      let count = try input(&room)
      precondition(count >= 0 && count <= Self.capacity - end)
      end += count
      isWhole = count == 0
    }
  }

  /// How many codes of a width are there whole.
  func count(of width: Int) -> Int { (8 * end - bit) / width }

  /// The next code, which must be there.
  func first(of width: Int) -> Int {
    let word = unsafe UnsafeRawPointer(base).loadUnaligned(
      fromByteOffset: bit >> 3, as: UInt32.self
    ).bigEndian
    return Int((word << UInt32(bit & 7)) >> UInt32(32 - width))
  }
}
