import Glibc

extension Raster {
  /// Left and right exchanged.
  package func mirrored() -> Raster {
    remapped(width: width, height: height) { (width - 1 - $0, $1) }
  }

  /// Turned clockwise by so many quarters.
  package func turned(quarters: Int) -> Raster {
    switch quarters {
    case 1: remapped(width: height, height: width) { ($1, height - 1 - $0) }
    case 2: remapped(width: width, height: height) { (width - 1 - $0, height - 1 - $1) }
    case 3: remapped(width: height, height: width) { (width - 1 - $1, $0) }
    default: self
    }
  }

  /// A raster each of whose pixels is one of this one.
  private func remapped(
    width columns: Int, height rows: Int, _ place: (_ x: Int, _ y: Int) -> (Int, Int)
  ) -> Raster {
    channels == 1
      ? remapped(UInt8.self, columns, rows, place) : remapped(UInt32.self, columns, rows, place)
  }

  private func remapped<Pixel: BitwiseCopyable>(
    _ pixel: Pixel.Type, _ columns: Int, _ rows: Int, _ place: (_ x: Int, _ y: Int) -> (Int, Int)
  ) -> Raster {
    var result = Raster(width: columns, height: rows, channels: channels, hasAlpha: hasAlpha)
    let size = MemoryLayout<Pixel>.size
    unsafe bytes.withUnsafeBytes { source in
      unsafe result.bytes.withUnsafeMutableBytes { target in
        for y in 0..<rows {
          for x in 0..<columns {
            let (column, row) = place(x, y)
            let pixel = unsafe source.load(
              fromByteOffset: (row * width + column) * size, as: Pixel.self)
            unsafe target.storeBytes(
              of: pixel, toByteOffset: (y * columns + x) * size, as: Pixel.self)
          }
        }
      }
    }
    return result
  }

  /// How large a picture is that was turned: its tight bounding box.
  package static func turnedSize(width: Int, height: Int, degrees: Double) -> (
    width: Int, height: Int
  ) {
    let angle = degrees * .pi / 180
    let (across, along) = (abs(cos(angle)), abs(sin(angle)))
    let wide = Double(width) * across + Double(height) * along
    let high = Double(width) * along + Double(height) * across
    // A hair above a whole pixel is the error of sine and cosine.
    return (max(1, Int((wide - 1e-6).rounded(.up))), max(1, Int((high - 1e-6).rounded(.up))))
  }

  /// Turned clockwise by any angle about its middle; clear where nothing of it comes to lie.
  ///
  /// Every pixel is a mean of the four round the place it comes from, the clear ones outside
  /// included, so that the edges are smooth.
  package func turned(degrees: Double, isCancelled: () -> Bool) -> Raster? {
    let size = Self.turnedSize(width: width, height: height, degrees: degrees)
    var result = Raster(width: size.width, height: size.height, hasAlpha: true)
    let angle = degrees * .pi / 180
    let (across, along) = (cos(angle), sin(angle))
    let middle = (x: Double(width) / 2, y: Double(height) / 2)
    for y in 0..<size.height {
      if y & 15 == 0, isCancelled() { return nil }
      let down = Double(y) + 0.5 - Double(size.height) / 2
      for x in 0..<size.width {
        let right = Double(x) + 0.5 - Double(size.width) / 2
        let column = right * across + down * along + middle.x - 0.5
        let row = -right * along + down * across + middle.y - 0.5
        guard column > -1, row > -1, column < Double(width), row < Double(height) else { continue }
        let mixed = sample(column, row)
        for channel in 0..<4 {
          result.bytes[(y * size.width + x) * 4 + channel] = UInt8(
            truncatingIfNeeded: Int(mixed[channel] + 0.5))
        }
      }
    }
    return result
  }

  private func sample(_ x: Double, _ y: Double) -> SIMD4<Float> {
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let (fx, fy) = (Float(x) - Float(left), Float(y) - Float(top))
    let upper = pixel(left, top) * (1 - fx) + pixel(left + 1, top) * fx
    let lower = pixel(left, top + 1) * (1 - fx) + pixel(left + 1, top + 1) * fx
    return upper * (1 - fy) + lower * fy
  }

  private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    guard x >= 0, y >= 0, x < width, y < height else { return .zero }
    let index = (y * width + x) * 4
    return SIMD4(
      Float(bytes[index]), Float(bytes[index + 1]), Float(bytes[index + 2]),
      hasAlpha ? Float(bytes[index + 3]) : 255)
  }
}
