/// How large a component's coefficients may be: no larger than those of samples of 8 bits are by far.
///
/// Where steps were raised behind an encoder's back, coefficients multiplied by them are beyond what
/// decoders compute with, and each does something else: some wrap at 16 bits, some cut off. What such
/// a file shows only its decoder knows.
final class CoefficientLimits: Sendable {
  /// Of a coefficient multiplied by its step.
  ///
  /// Samples of 8 bits come to 1024, and half a step more; encoders that go beyond black and white, to
  /// half of that again.
  private static let largestProduct: Int32 = 2048

  /// What a DC can be.
  let means: ClosedRange<Int32>
  /// What a coefficient can be at every place, in either direction.
  let anywhere: Int32
  /// By place in zigzag order.
  private let limits: [Int32]

  /// - Parameter steps: 64 in zigzag order, 1 or more.
  init(steps: [UInt16]) {
    limits = steps.map { Self.largestProduct / Int32($0) }
    let predictors = DifferenceTable.predictors
    means = (-limits[0]...limits[0]).clamped(to: predictors)
    anywhere = limits[1...].min() ?? 0
  }

  /// Whether a coefficient other than DC can stand at a place, 1 to 63.
  func admit(_ value: Int32, at place: Int) -> Bool { value.magnitude <= limits[place] }
}
