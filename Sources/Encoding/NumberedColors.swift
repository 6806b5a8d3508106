import Glibc

/// A picture by the colors it has: each pixel is the number of its own.
///
/// One for many pictures, one after another: what it keeps is of the last one.
@safe
final class NumberedColors {
  /// More than most drawings have, and fewer than most photographs.
  static let most = 1024
  private static let slotBits: UInt32 = 12
  private static let opaque: UInt32 = 0xFF00_0000

  /// Pixels of a picture at most.
  let room: Int
  /// Row by row.
  let numbers: UnsafeMutablePointer<UInt16>
  private var pixelCount = 0
  /// Those that were met, as they lie in memory, alpha whole.
  private let found: UnsafeMutablePointer<UInt32>
  private var count = 0
  /// Numbers from 1, by their colors; 0 where there is none.
  private let slots: UnsafeMutablePointer<UInt16>

  /// - Parameter room: pixels of a picture at most.
  init(room: Int) {
    self.room = room
    unsafe numbers = .allocate(capacity: room)
    unsafe found = .allocate(capacity: Self.most)
    unsafe slots = .allocate(capacity: 1 << Int(Self.slotBits))
  }

  deinit {
    unsafe numbers.deallocate()
    unsafe found.deallocate()
    unsafe slots.deallocate()
  }

  /// All of the numbers.
  var all: UnsafeBufferPointer<UInt16> {
    unsafe UnsafeBufferPointer(start: numbers, count: pixelCount)
  }

  /// As they are written, alpha whole, in the order in which they were met: red comes first in memory, and
  /// blue in what is written.
  var colors: [UInt32] {
    unsafe UnsafeBufferPointer(start: found, count: count).map {
      $0 & 0xFF00_FF00 | ($0 & 0xFF) << 16 | $0 >> 16 & 0xFF
    }
  }

  /// Takes the place of the last picture.
  ///
  /// - Parameters:
  ///   - pixels: red, green, blue and a byte of no meaning each.
  ///   - stride: bytes from a row to the next.
  ///   - width: in pixels.
  ///   - height: in pixels; no more of them than there is room for.
  /// - Returns: false for a picture of more colors.
  func take(
    _ pixels: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int
  ) -> Bool {
    precondition(width * height <= room, "no room for so many pixels")
    pixelCount = width * height
    count = 0
    unsafe slots.update(repeating: 0, count: 1 << Int(Self.slotBits))
    for y in 0..<height {
      let row = unsafe UnsafeRawPointer(pixels + y * stride)
      let target = unsafe numbers + y * width
      if y > 0, unsafe memcmp(row, row - stride, 4 * width) == 0 {
        unsafe target.update(from: target - width, count: width)
      } else {
        guard unsafe take(row, width: width, to: target) else { return false }
      }
    }
    return true
  }

  @inline(__always)
  private func take(
    _ row: UnsafeRawPointer, width: Int, to target: UnsafeMutablePointer<UInt16>
  ) -> Bool {
    let opaque = UInt64(Self.opaque) << 32 | UInt64(Self.opaque)
    let out = UnsafeMutableRawPointer(target)
    var x = 0
    while x < width {
      let end = min(x &+ 8, width)
      guard let first = unsafe number(at: x, of: row) else { return false }
      unsafe target[x] = first
      x &+= 1
      // Paper is the same for long, and looked at by the pair.
      if end &+ 1 < width {
        let color = unsafe row.loadUnaligned(fromByteOffset: 4 &* x &- 4, as: UInt32.self)
        let both = UInt64(color) << 32 | UInt64(color)
        func difference(_ pair: Int) -> UInt64 {
          unsafe row.loadUnaligned(fromByteOffset: 4 &* x &+ 8 &* pair, as: UInt64.self) ^ both
        }
        let four = UInt64(first) &* 0x0001_0001_0001_0001
        let before = x
        while x &+ 8 <= width,
          (difference(0) | difference(1) | difference(2) | difference(3)) & ~opaque == 0
        {
          unsafe out.storeBytes(of: four, toByteOffset: 2 &* x, as: UInt64.self)
          unsafe out.storeBytes(of: four, toByteOffset: 2 &* x &+ 8, as: UInt64.self)
          x &+= 8
        }
        if x > before { continue }
      }
      // Where colors change can't be foreseen: each is looked up, as if it were another one.
      while x < end {
        guard let number = unsafe number(at: x, of: row) else { return false }
        unsafe target[x] = number
        x &+= 1
      }
    }
    return true
  }

  /// - Returns: nil where there are too many.
  @inline(__always)
  private func number(at x: Int, of row: UnsafeRawPointer) -> UInt16? {
    let color = unsafe row.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self) | Self.opaque
    var slot = Int((color &* 0x9E37_79B1) &>> (32 - Self.slotBits))
    while true {
      let number = unsafe slots[slot]
      if number == 0 { return newNumber(of: color, at: slot) }
      if unsafe found[Int(number) &- 1] == color { return number &- 1 }
      slot = (slot &+ 1) & (1 << Int(Self.slotBits) - 1)
    }
  }

  @inline(never)
  private func newNumber(of color: UInt32, at slot: Int) -> UInt16? {
    guard count < Self.most else { return nil }
    unsafe found[count] = color
    count += 1
    unsafe slots[slot] = UInt16(count)
    return UInt16(count - 1)
  }
}
