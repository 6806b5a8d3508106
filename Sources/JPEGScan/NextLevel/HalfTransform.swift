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
