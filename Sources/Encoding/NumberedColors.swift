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
    var numbers = [UInt16](repeating: 0, count: width * height)
    let isComplete = unsafe numbers.withUnsafeMutableBufferPointer { numbers in
      // No pixel is like it: alpha is not whole.
      var (last, lastNumber): (UInt32, UInt16) = (0, 0)
      for y in 0..<height {
        let row = unsafe UnsafeRawPointer(pixels + y * stride)
        for x in 0..<width {
          let pixel = unsafe row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self) | Self.opaque
          if pixel != last {
            guard let number = found.number(of: pixel) else { return false }
            (last, lastNumber) = (pixel, number)
          }
          unsafe numbers[y * width + x] = lastNumber
        }
      }
      return true
    }
    guard isComplete else { return nil }
    self.numbers = numbers
    // Red comes first in memory, and blue in what is written.
    colors = found.colors.map { $0 & 0xFF00_FF00 | ($0 & 0xFF) << 16 | $0 >> 16 & 0xFF }
  }

  private static let opaque: UInt32 = 0xFF00_0000

  private struct Found {
    private static let slotBits: UInt32 = 12
    private(set) var colors: [UInt32] = []
    /// Numbers from 1; 0 where there is none.
    private var table = [UInt16](repeating: 0, count: 1 << slotBits)

    /// - Returns: nil where there are too many.
    mutating func number(of color: UInt32) -> UInt16? {
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
