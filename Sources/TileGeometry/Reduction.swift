/// A level of detail: one level pixel covers 2^reduction image pixels.
///
/// 0 is full resolution, 3 is an eighth; negative ones are magnified, as vector sources have them.
package struct Reduction: Equatable, Hashable, Comparable, Sendable {
  package static let bounds: ClosedRange<Int32> = -16...31
  package static let full = Reduction(unchecked: 0)

  package let exponent: Int32

  /// - Returns: nil outside ``bounds``.
  package init?(_ exponent: Int32) {
    guard Self.bounds.contains(exponent) else { return nil }
    self.exponent = exponent
  }

  /// Moves an exponent into ``bounds``.
  package init(clamping exponent: Int32) {
    self.exponent = min(max(exponent, Self.bounds.lowerBound), Self.bounds.upperBound)
  }

  private init(unchecked exponent: Int32) { self.exponent = exponent }

  /// Level pixels per image pixel, 2^-reduction: exact.
  package var scale: Double {
    Double(sign: .plus, exponent: Int(-exponent), significand: 1)
  }

  /// Image pixels per level pixel, 2^reduction: exact.
  package var pixelWidth: Double {
    Double(sign: .plus, exponent: Int(exponent), significand: 1)
  }

  /// A length in image pixels, in pixels of this level, rounded up.
  package func reduce(_ length: Int64) -> Int64 {
    guard exponent > 0 else { return length << Int64(-exponent) }
    return (length + (1 << Int64(exponent)) - 1) >> Int64(exponent)
  }

  package var coarser: Reduction? { Reduction(exponent + 1) }
  package var finer: Reduction? { Reduction(exponent - 1) }

  package static func < (left: Reduction, right: Reduction) -> Bool {
    left.exponent < right.exponent
  }
}
