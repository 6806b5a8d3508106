import CVectors

/// From a block's sixteen sums, as ``HalfTransform`` has them, to its samples of the next level.
enum HalfSamples {
  /// Writes what a block shrinks to: four rows of four samples, or half as many either way.
  ///
  /// - Parameters:
  ///   - sums: sixteen of them, column by column; the 128 that samples are shifted by is in the
  ///     first.
  ///   - shrinking: how the block's component shrinks.
  ///   - target: where the first sample goes.
  ///   - stride: bytes from a row to the next.
  @inline(__always)
  static func write(
    _ sums: UnsafePointer<Int32>, shrinking: Shrinking, to target: UnsafeMutablePointer<UInt8>,
    stride: Int
  ) {
    if shrinking.isHalving {
      unsafe pyramidion_write_square(pyramidion_samples(sums), target, stride)
    } else if shrinking.isQuartering {
      unsafe writeQuarter(sums, to: target, stride: stride)
    } else {
      unsafe writeMeans(pyramidion_samples(sums), shrinking, to: target, stride: stride)
    }
  }

  /// Writes what a block shrinks to that has nothing but its mean.
  ///
  /// - Parameters:
  ///   - mean: its first sum.
  ///   - shrinking: how the block's component shrinks.
  ///   - target: where the first sample goes.
  ///   - stride: bytes from a row to the next.
  @inline(__always)
  static func writeFlat(
    _ mean: Int32, shrinking: Shrinking, to target: UnsafeMutablePointer<UInt8>, stride: Int
  ) {
    // A half goes where it goes for other blocks: to the even number, or up where four sums do.
    let bits = HalfTransform.fractionBits
    let whole = mean &>> Int32(truncatingIfNeeded: bits)
    let up: Int32 = shrinking.isQuartering ? 1 : whole & 1
    let rounded = (mean &+ 1 &<< (bits &- 1) &- 1 &+ up) &>> Int32(bits)
    let sample = UInt8(truncatingIfNeeded: min(max(rounded, 0), 255))
    let rows = UnsafeMutableRawPointer(target)
    for row in 0..<shrinking.rows {
      let place = row &* stride
      if shrinking.columns == 2 {
        unsafe rows.storeBytes(of: UInt16(sample) &* 0x0101, toByteOffset: place, as: UInt16.self)
      } else {
        unsafe rows.storeBytes(
          of: UInt32(sample) &* 0x0101_0101, toByteOffset: place, as: UInt32.self)
      }
    }
  }

  private static func writeQuarter(
    _ sums: UnsafePointer<Int32>, to target: UnsafeMutablePointer<UInt8>, stride: Int
  ) {
    let mean = unsafe sums[0] &+ 1 &<< (HalfTransform.fractionBits &- 1)
    let (down, across, both) = unsafe (sums[1], sums[4], sums[5])
    let four = SIMD4(
      mean &+ down &+ across &+ both, mean &+ down &- across &- both,
      mean &- down &+ across &- both, mean &- down &- across &+ both)
    let samples = pyramidion_clamped(four &>> Int32(truncatingIfNeeded: HalfTransform.fractionBits))
    unsafe store(samples.lowHalf, to: target)
    unsafe store(samples.highHalf, to: target + stride)
  }

  /// Writes the means of two rows, or of two columns.
  private static func writeMeans(
    _ square: pyramidion_square, _ shrinking: Shrinking, to target: UnsafeMutablePointer<UInt8>,
    stride: Int
  ) {
    if shrinking.rows == 2 {
      for (row, (upper, lower)) in [(square.a, square.b), (square.c, square.d)].enumerated() {
        unsafe UnsafeMutableRawPointer(target + row * stride).storeBytes(
          of: pyramidion_rounded((upper + lower) * 0.5), as: SIMD4<UInt8>.self)
      }
    } else {
      for (row, samples) in [square.a, square.b, square.c, square.d].enumerated() {
        let means = (samples.evenHalf + samples.oddHalf) * 0.5
        unsafe store(
          pyramidion_rounded(SIMD4(lowHalf: means, highHalf: means)).lowHalf,
          to: target + row * stride)
      }
    }
  }

  private static func store(_ pair: SIMD2<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: pair, as: SIMD2<UInt8>.self)
  }
}
