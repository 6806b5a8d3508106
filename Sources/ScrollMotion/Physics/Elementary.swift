/// Exponential and logarithm of our own, so that every compilation computes the same bits.
///
/// Only additions, multiplications, divisions and the bits of a double are used: all of them are
/// exact instructions on every machine and in WebAssembly. Both are right to within two units in
/// the last place.
package enum Elementary {
  /// ln 2 in two pieces; the first has zeros enough that a whole multiple of it is exact.
  private static let ln2High = 0x1.62e42feep-1
  private static let ln2Low = 0x1.a39ef35793c76p-33
  private static let log2e = 1.4426950408889634

  package static func exp(_ x: Double) -> Double {
    guard x == x else { return x }
    guard x <= 709.782712893384 else { return .infinity }
    guard x > -745.2 else { return 0 }
    let power = (x * log2e).rounded(.toNearestOrEven)
    // |r| <= ln(2) / 2, where 14 terms of the series are enough for a double.
    let r = (x - power * ln2High) - power * ln2Low
    var sum = 1.0
    var term = 14.0
    while term >= 1 {
      sum = 1 + sum * r / term
      term -= 1
    }
    // In two halves, since 2^power alone may be subnormal.
    let half = Int(power) / 2
    return sum * Double(sign: .plus, exponent: half, significand: 1)
      * Double(sign: .plus, exponent: Int(power) - half, significand: 1)
  }

  package static func log(_ x: Double) -> Double {
    guard x > 0 else { return x == 0 ? -.infinity : .nan }
    guard x.isFinite else { return x }
    var mantissa = x.significand
    var power = Double(x.exponent)
    if mantissa > 1.4142135623730951 {
      mantissa /= 2
      power += 1
    }
    // ln m = 2 artanh s, with |s| < 0.172: eleven odd terms.
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    var sum = 0.0
    var odd = 23.0
    while odd >= 3 {
      sum = (sum + 1 / odd) * square
      odd -= 2
    }
    return power * ln2High + ((2 * s * sum + 2 * s) + power * ln2Low)
  }

  /// base^exponent for a positive base.
  package static func pow(_ base: Double, _ exponent: Double) -> Double {
    exp(exponent * log(base))
  }
}
