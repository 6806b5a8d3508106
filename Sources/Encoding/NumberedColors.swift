import Glibc

/// A picture by the colors it has: each pixel is the number of its own.
struct NumberedColors {
  /// More than most drawings have, and fewer than most photographs.
  static let most = 1024

  /// As they are written, alpha whole, in the order in which they were met.
  let colors: [UInt32]
  /// Row by row.
  let numbers: [UInt16]

  /// Nil for a picture of more colors.
  ///
  /// - Parameters:
  ///   - pixels: red, green, blue and a byte of no meaning each.
  ///   - stride: bytes from a row to the next.
  ///   - width: in pixels.
  ///   - height: in pixels.
  init?(_ pixels: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int) {
    var found = [UInt32](repeating: 0, count: Self.most)
    var slots = [UInt16](repeating: 0, count: 1 << Numbering.slotBits)
    var count: Int?
    numbers = unsafe [UInt16](unsafeUninitializedCapacity: width * height) { numbers, written in
      unsafe found.withUnsafeMutableBufferPointer { found in
        unsafe slots.withUnsafeMutableBufferPointer { slots in
          guard let numbers = numbers.baseAddress else { return }
          var numbering = unsafe Numbering(colors: found, slots: slots)
          if unsafe numbering.number(
            pixels, stride: stride, width: width, height: height, numbers)
          {
            count = numbering.count
            written = width * height
          }
        }
      }
    }
    guard let count else { return nil }
    // Red comes first in memory, and blue in what is written.
    colors = found.prefix(count).map { $0 & 0xFF00_FF00 | ($0 & 0xFF) << 16 | $0 >> 16 & 0xFF }
  }
}

/// Gives each color that is met a number.
@safe
private struct Numbering {
  static let slotBits: UInt32 = 12
  private static let opaque: UInt32 = 0xFF00_0000
  private static let bothOpaque = UInt64(opaque) << 32 | UInt64(opaque)

  /// Those that were met.
  private let colors: UnsafeMutableBufferPointer<UInt32>
  /// Numbers from 1, by their colors; 0 where there is none.
  private let slots: UnsafeMutableBufferPointer<UInt16>
  private(set) var count = 0

  init(
    colors: UnsafeMutableBufferPointer<UInt32>, slots: UnsafeMutableBufferPointer<UInt16>
  ) {
    unsafe self.colors = colors
    unsafe self.slots = slots
  }

  /// - Returns: false where there are too many colors.
  mutating func number(
    _ pixels: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    _ numbers: UnsafeMutablePointer<UInt16>
  ) -> Bool {
    // No pixel is like it: alpha is not whole.
    var (last, lastNumber): (UInt32, UInt16) = (0, 0)
    for y in 0..<height {
      let row = unsafe UnsafeRawPointer(pixels + y * stride)
      let target = unsafe numbers + y * width
      if y > 0, unsafe memcmp(row, row - stride, 4 * width) == 0 {
        unsafe target.update(from: target - width, count: width)
        continue
      }
      var x = 0
      while x < width {
        let pixel = unsafe row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self) | Self.opaque
        if pixel != last {
          guard let number = number(of: pixel) else { return false }
          (last, lastNumber) = (pixel, number)
        }
        unsafe target[x] = lastNumber
        x += 1
        // Paper is the same for long.
        let both = UInt64(last) << 32 | UInt64(last)
        while x + 2 <= width,
          unsafe row.loadUnaligned(fromByteOffset: 4 * x, as: UInt64.self) | Self.bothOpaque
            == both
        {
          unsafe target[x] = lastNumber
          unsafe target[x + 1] = lastNumber
          x += 2
        }
      }
    }
    return true
  }

  /// - Returns: nil where there are too many.
  private mutating func number(of color: UInt32) -> UInt16? {
    var slot = Int((color &* 0x9E37_79B1) >> (32 - Self.slotBits))
    while true {
      let number = unsafe slots[slot]
      if number == 0 { break }
      if unsafe colors[Int(number) - 1] == color { return number - 1 }
      slot = (slot + 1) & (1 << Int(Self.slotBits) - 1)
    }
    guard count < NumberedColors.most else { return nil }
    unsafe colors[count] = color
    count += 1
    unsafe slots[slot] = UInt16(count)
    return UInt16(count - 1)
  }
}
