/// From a block's coefficients to 4 x 4 samples: the exact mean of 2 x 2 pixels of the unrounded
/// inverse transform; of 4 x 4 where chroma is shrunk twice.
///
/// The mean of two neighbours of cos((2n+1) k pi/16) is cos(k pi/16) cos((2i+1) k pi/8). So a
/// frequency below 4 stays, 4 vanishes, and one above folds onto 8 less itself with the other sign:
/// sixteen sums and a 4 x 4 transform.
///
/// The mean of four neighbours folds once more: even frequencies vanish, odd ones count in one sum.
/// What shrinks twice both ways so takes four sums, and no multiplication.
@safe
final class HalfTransform {
  /// Fraction bits of the sums.
  static let fractionBits = 12
  /// Room for the sums, and for what has no place among them.
  static let sums = 20

  /// What a coefficient counts in its sum, its step included; by place in zigzag order.
  ///
  /// Places beyond a block count nothing.
  let weights: UnsafeMutablePointer<Int32>
  /// Which sum it counts in; 16 where it counts in none.
  let targets: UnsafeMutablePointer<UInt8>

  /// - Parameters:
  ///   - steps: 64 in zigzag order.
  ///   - shrinking: what blocks shrink to.
  init(steps: [UInt16], _ shrinking: Shrinking) {
    let fold = shrinking.isQuartering ? Self.foldTwice : Self.fold
    unsafe weights = .allocate(capacity: 256)
    unsafe targets = .allocate(capacity: 256)
    unsafe weights.initialize(repeating: 0, count: 256)
    unsafe targets.initialize(repeating: 16, count: 256)
    for (place, step) in steps.enumerated() {
      let (u, v) = (Zigzag.places[place] % 8, Zigzag.places[place] / 8)
      guard let across = fold(u), let down = fold(v) else { continue }
      let weight = 0.25 * across.weight * down.weight * Double(step)
      unsafe weights[place] = Int32(
        (weight * Double(1 << Self.fractionBits)).rounded(.toNearestOrEven))
      unsafe targets[place] = UInt8(across.target * 4 + down.target)
    }
  }

  deinit {
    unsafe weights.deallocate()
    unsafe targets.deallocate()
  }

  /// Where a frequency goes in one direction, and what it counts there.
  private static func fold(_ frequency: Int) -> (target: Int, weight: Double)? {
    guard frequency != 4 else { return nil }
    let target = frequency < 4 ? frequency : 8 - frequency
    var weight = Zigzag.cosines[frequency]
    if frequency == 0 { weight *= Zigzag.cosines[4] }
    // The transform's own factor for the middle frequency.
    if target == 2 { weight *= Zigzag.cosines[4] }
    return (target, frequency > 4 ? -weight : weight)
  }

  /// The same for the mean of four.
  private static func foldTwice(_ frequency: Int) -> (target: Int, weight: Double)? {
    guard frequency > 0 else { return (0, Zigzag.cosines[4]) }
    guard frequency % 2 == 1 else { return nil }
    let weight = [1, 2, 4].reduce(1) { $0 * Zigzag.cosine($1 * frequency) }
    return (1, weight)
  }

  /// The sums of a block that was read before.
  ///
  /// - Parameters:
  ///   - coefficients: 64 in zigzag order, DC among them.
  ///   - sums: gets them.
  func add(_ coefficients: [Int16], to sums: UnsafeMutablePointer<Int32>) {
    unsafe sums.update(repeating: 0, count: 17)
    unsafe sums[0] = Self.shift
    var taker = unsafe HalfTaker(sums: sums, weights: weights, targets: targets)
    for place in 0..<64 where coefficients[place] != 0 {
      unsafe taker.take(place, Int32(coefficients[place]))
    }
  }

  /// The 128 that samples are shifted by, in the first sum.
  static let shift: Int32 = 128 << fractionBits

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
    if shrinking.isQuartering { return unsafe writeQuarter(sums, to: target, stride: stride) }
    let scale = Float(1) / Float(1 << fractionBits)
    let source = unsafe UnsafeRawPointer(sums)
    var rows = unsafe Rows(
      SIMD4<Float>(source.loadUnaligned(fromByteOffset: 0, as: SIMD4<Int32>.self)) * scale,
      SIMD4<Float>(source.loadUnaligned(fromByteOffset: 16, as: SIMD4<Int32>.self)) * scale,
      SIMD4<Float>(source.loadUnaligned(fromByteOffset: 32, as: SIMD4<Int32>.self)) * scale,
      SIMD4<Float>(source.loadUnaligned(fromByteOffset: 48, as: SIMD4<Int32>.self)) * scale)
    rows.transform()
    rows.transpose()
    rows.transform()
    guard shrinking.isHalving else {
      return unsafe rows.write(shrinking: shrinking, to: target, stride: stride)
    }
    unsafe store(rows.a, to: target)
    unsafe store(rows.b, to: target + stride)
    unsafe store(rows.c, to: target + 2 &* stride)
    unsafe store(rows.d, to: target + 3 &* stride)
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
    let whole = mean &>> Int32(truncatingIfNeeded: fractionBits)
    let up: Int32 = shrinking.isQuartering ? 1 : whole & 1
    let rounded = (mean &+ 1 &<< (fractionBits &- 1) &- 1 &+ up) &>> Int32(fractionBits)
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

  @inline(__always)
  private static func writeQuarter(
    _ sums: UnsafePointer<Int32>, to target: UnsafeMutablePointer<UInt8>, stride: Int
  ) {
    let mean = unsafe sums[0] &+ 1 &<< (fractionBits &- 1)
    let (down, across, both) = unsafe (sums[1], sums[4], sums[5])
    let four = SIMD4(
      mean &+ down &+ across &+ both, mean &+ down &- across &- both,
      mean &- down &+ across &- both, mean &- down &- across &+ both)
    let samples = bytes(four &>> Int32(truncatingIfNeeded: fractionBits))
    let rows = UnsafeMutableRawPointer(target)
    unsafe rows.storeBytes(of: samples.lowHalf, as: SIMD2<UInt8>.self)
    unsafe rows.storeBytes(of: samples.highHalf, toByteOffset: stride, as: SIMD2<UInt8>.self)
  }

  private struct Rows {
    var a, b, c, d: SIMD4<Float>

    @inline(__always)
    init(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>) {
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    /// Four columns at once.
    @inline(__always)
    mutating func transform() {
      let (near, far): (Float, Float) = (0.92387953, 0.38268343)
      let (even, other) = (a + c, a - c)
      let odd = b * near + d * far
      let last = b * far - d * near
      (a, b, c, d) = (even + odd, other + last, other - last, even - odd)
    }

    @inline(__always)
    mutating func transpose() {
      let (p, q, r, s) = (
        SIMD4(a[0], b[0], c[0], d[0]), SIMD4(a[1], b[1], c[1], d[1]),
        SIMD4(a[2], b[2], c[2], d[2]), SIMD4(a[3], b[3], c[3], d[3])
      )
      (a, b, c, d) = (p, q, r, s)
    }

    /// Writes the means of two rows, of two columns, or of both.
    @inline(__always)
    func write(shrinking: Shrinking, to target: UnsafeMutablePointer<UInt8>, stride: Int) {
      if shrinking.rows == 2 {
        unsafe HalfTransform.store((a + b) * 0.5, shrinking, to: target)
        unsafe HalfTransform.store((c + d) * 0.5, shrinking, to: target + stride)
      } else {
        unsafe HalfTransform.store(a, shrinking, to: target)
        unsafe HalfTransform.store(b, shrinking, to: target + stride)
        unsafe HalfTransform.store(c, shrinking, to: target + 2 &* stride)
        unsafe HalfTransform.store(d, shrinking, to: target + 3 &* stride)
      }
    }
  }

  /// Samples rounded and kept within a byte.
  @inline(__always)
  private static func bytes(_ row: SIMD4<Float>) -> SIMD4<UInt8> {
    // Adding 1.5 * 2^23 leaves a float's fraction with the rounded number.
    bytes(unsafe unsafeBitCast(row + 12_582_912, to: SIMD4<Int32>.self) &- 0x4B40_0000)
  }

  /// Samples kept within a byte.
  @inline(__always)
  private static func bytes(_ samples: SIMD4<Int32>) -> SIMD4<UInt8> {
    let positive = samples.replacing(with: 0, where: samples .< 0)
    return SIMD4<UInt8>(truncatingIfNeeded: positive.replacing(with: 255, where: positive .> 255))
  }

  @inline(__always)
  private static func store(_ row: SIMD4<Float>, to target: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: bytes(row), as: SIMD4<UInt8>.self)
  }

  /// Stores a row's four samples, or the means of two neighbours each.
  @inline(__always)
  private static func store(
    _ row: SIMD4<Float>, _ shrinking: Shrinking, to target: UnsafeMutablePointer<UInt8>
  ) {
    guard shrinking.columns == 2 else { return unsafe store(row, to: target) }
    let means = (row.evenHalf + row.oddHalf) * 0.5
    let pair = bytes(SIMD4(lowHalf: means, highHalf: means)).lowHalf
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: pair, as: SIMD2<UInt8>.self)
  }
}

/// Adds up what coefficients count in the sixteen sums.
@unsafe
struct HalfTaker: CoefficientTaker {
  let sums: UnsafeMutablePointer<Int32>
  let weights: UnsafeMutablePointer<Int32>
  let targets: UnsafeMutablePointer<UInt8>

  @inline(__always)
  mutating func take(_ place: Int, _ value: Int32) {
    let target = Int(unsafe targets[place])
    unsafe sums[target] &+= value &* weights[place]
  }
}
