/// The order in which a block's coefficients are coded.
package enum Zigzag {
  /// The place in the block, row by row, of each coefficient.
  package static let places: [Int] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59,
    52,
    45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
  ]

  /// The inverse: by place in the block, when the coefficient is coded.
  static let order: [Int] = places.indices.sorted { places[$0] < places[$1] }

  /// cos(k pi / 16).
  static let cosines: [Double] = [
    1, 0.980785280403230449, 0.923879532511286756, 0.831469612302545237, 0.707106781186547524,
    0.555570233019602225, 0.382683432365089772, 0.195090322016128268,
  ]

  /// cos(n pi / 16) for any n from 0 on.
  static func cosine(_ n: Int) -> Double {
    let folded = 16 - abs(16 - n % 32)
    guard folded != 8 else { return 0 }
    return folded < 8 ? cosines[folded] : -cosines[16 - folded]
  }
}
