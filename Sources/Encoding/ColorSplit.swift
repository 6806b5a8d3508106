import TileGeometry

/// An MCU's pixels as the components that JPEG has them in.
@safe
final class ColorSplit {
  /// One component: rows without gaps.
  @safe
  struct Plane {
    let base: UnsafeMutablePointer<UInt8>
    let stride: Int
  }

  /// Luma, and two of chroma.
  let planes: [Plane]
  private let sampling: ChromaSampling
  private let storage: UnsafeMutablePointer<UInt8>

  /// - Parameter sampling: of chroma.
  init(_ sampling: ChromaSampling) {
    self.sampling = sampling
    let luma = 64 * sampling.across * sampling.down
    unsafe storage = .allocate(capacity: luma + 2 * 64)
    unsafe storage.initialize(repeating: 0, count: luma + 2 * 64)
    planes = [
      unsafe Plane(base: storage, stride: 8 * sampling.across),
      unsafe Plane(base: storage + luma, stride: 8),
      unsafe Plane(base: storage + luma + 64, stride: 8),
    ]
  }

  deinit { unsafe storage.deallocate() }

  /// Splits an MCU.
  ///
  /// - Parameters:
  ///   - pixels: four bytes each, the fourth without meaning.
  ///   - stride: bytes from a row to the next.
  func split(_ pixels: UnsafePointer<UInt8>, stride: Int) {
    guard sampling != .full else { return unsafe splitEach(pixels, stride: stride) }
    let (across, down) = (sampling.across, sampling.down)
    for y in 0..<8 {
      for x in 0..<8 {
        var sums = SIMD3<Float>(repeating: 0)
        for row in down * y..<down * (y + 1) {
          for column in across * x..<across * (x + 1) {
            let pixel = unsafe pixels + row * stride + 4 * column
            let color = unsafe SIMD3<Float>(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]))
            sums += color
            unsafe planes[0].base[row * planes[0].stride + column] = Self.sample(
              (color * Self.luma).sum())
          }
        }
        let mean = sums / Float(across * down)
        unsafe planes[1].base[8 * y + x] = Self.sample(128 + (mean * Self.blue).sum())
        unsafe planes[2].base[8 * y + x] = Self.sample(128 + (mean * Self.red).sum())
      }
    }
  }

  /// Splits an MCU of as much chroma as luma; what a pixel has in common with the one before is taken
  /// over from that.
  private func splitEach(_ pixels: UnsafePointer<UInt8>, stride: Int) {
    var (last, samples) = (UInt32(0), Self.samples(of: 0))
    for y in 0..<8 {
      let row = unsafe UnsafeRawPointer(pixels + y * stride)
      for x in 0..<8 {
        let pixel = unsafe row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
        if pixel != last { (last, samples) = (pixel, Self.samples(of: pixel)) }
        unsafe planes[0].base[8 * y + x] = samples.luma
        unsafe planes[1].base[8 * y + x] = samples.blue
        unsafe planes[2].base[8 * y + x] = samples.red
      }
    }
  }

  private static func samples(of pixel: UInt32) -> (luma: UInt8, blue: UInt8, red: UInt8) {
    let color = SIMD3<Float>(
      Float(pixel & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel >> 16 & 0xFF))
    return (
      sample((color * luma).sum()), sample(128 + (color * blue).sum()),
      sample(128 + (color * red).sum())
    )
  }

  // ITU-R BT.601, as JFIF has it.
  private static let luma = SIMD3<Float>(0.299, 0.587, 0.114)
  private static let blue = SIMD3<Float>(-0.168736, -0.331264, 0.5)
  private static let red = SIMD3<Float>(0.5, -0.418688, -0.081312)

  private static func sample(_ value: Float) -> UInt8 {
    UInt8(min(max(value + 0.5, 0), 255))
  }
}
