/// Divides coefficients of some steps by coarser ones, rounded to the nearest, halves away from zero.
@safe
final class Requantizer {
  /// Fraction bits of a factor.
  ///
  /// It is rounded up, by too little to make a quotient wrong: those of steps below 256 differ from a
  /// half by 1 in 510 at least, or not at all.
  private static let fractionBits: Int32 = 20

  /// Of each place in zigzag order; 0 beyond a block.
  let factors: UnsafeMutablePointer<Int32>

  /// - Parameters:
  ///   - steps: of the coefficients.
  ///   - coarser: wanted, each no finer than its own.
  init(from steps: [UInt16], to coarser: [UInt16]) {
    unsafe factors = .allocate(capacity: 256)
    unsafe factors.initialize(repeating: 0, count: 256)
    for (place, (step, wanted)) in zip(steps, coarser).enumerated() {
      let whole = Int32(step) << Self.fractionBits
      unsafe factors[place] = (whole + Int32(wanted) - 1) / Int32(wanted)
    }
  }

  deinit { unsafe factors.deallocate() }

  /// - Parameters:
  ///   - value: up to 1024, or down to -1024.
  ///   - factor: of its place.
  /// - Returns: the quotient.
  @inline(__always)
  static func quotient(_ value: Int32, factor: Int32) -> Int32 {
    // Shifting rounds down: one less makes a half below zero go away from it too.
    (value &* factor &+ 1 &<< (fractionBits &- 1) &+ value &>> 31) &>> fractionBits
  }
}

/// Keeps the coefficients of a block that are not zero by steps that may be coarser.
@unsafe
struct KeepingTaker: CoefficientTaker {
  let factors: UnsafeMutablePointer<Int32>
  /// Where the next one goes; one more than are kept is written.
  private(set) var next: UnsafeMutablePointer<PlacedCoefficient>

  init(_ requantizer: Requantizer, to place: UnsafeMutablePointer<PlacedCoefficient>) {
    unsafe factors = unsafe requantizer.factors
    unsafe next = unsafe place
  }

  /// Keeps the first one, be it zero or not.
  @inline(__always)
  mutating func takeMean(_ value: Int32) {
    unsafe next.pointee = PlacedCoefficient(
      place: 0, value: Requantizer.quotient(value, factor: factors[0]))
    unsafe next += 1
  }

  @inline(__always)
  mutating func take(_ place: Int, _ value: Int32) {
    let quotient = unsafe Requantizer.quotient(value, factor: factors[place])
    unsafe next.pointee = PlacedCoefficient(place: place, value: quotient)
    unsafe next += quotient == 0 ? 0 : 1
  }
}

/// Shrinks a block, and keeps its coefficients.
@unsafe
struct HalfAndKeepingTaker: CoefficientTaker {
  var half: HalfTaker
  var kept: KeepingTaker

  @inline(__always)
  mutating func take(_ place: Int, _ value: Int32) {
    unsafe half.take(place, value)
    unsafe kept.take(place, value)
  }
}
