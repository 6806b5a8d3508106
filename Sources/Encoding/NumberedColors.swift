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
    var found = Found()
    var isComplete = true
    numbers = unsafe [UInt16](unsafeUninitializedCapacity: width * height) { numbers, count in
      guard let base = numbers.baseAddress else { return }
      isComplete = unsafe found.number(pixels, stride: stride, width: width, height: height, base)
      count = isComplete ? width * height : 0
    }
    guard isComplete else { return nil }
    // Red comes first in memory, and blue in what is written.
    colors = found.colors.map { $0 & 0xFF00_FF00 | ($0 & 0xFF) << 16 | $0 >> 16 & 0xFF }
  }

  private struct Found {
    private static let opaque: UInt32 = 0xFF00_0000
    private static let bothOpaque = UInt64(opaque) << 32 | UInt64(opaque)
    private static let slotBits: UInt32 = 12
    private(set) var colors: [UInt32] = []
    /// Numbers from 1; 0 where there is none.
    private var table = [UInt16](repeating: 0, count: 1 << slotBits)

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
      while table[slot] != 0 {
        let number = table[slot] - 1
        if colors[Int(number)] == color { return number }
        slot = (slot + 1) & (table.count - 1)
      }
      guard colors.count < NumberedColors.most else { return nil }
      colors.append(color)
      table[slot] = UInt16(colors.count)
      return UInt16(colors.count - 1)
    }
  }
}
