import Glibc

/// The source pixels that one pixel of a resampled row is made of, and their weights.
///
/// Lanczos with three lobes, as wide as the scale demands when shrinking: the kernel of libvips'
/// own thumbnails. Weights are in 128ths, and add up to exactly 128.
struct Kernel {
  static let one: Int16 = 128
  private static let lobes = 3.0

  /// Weights of one output pixel; all pixels have as many, the unused ones being 0.
  let taps: Int
  /// For each output pixel, its first source pixel.
  let starts: [Int]
  let weights: [Int16]

  /// - Parameters:
  ///   - source: how many source pixels there are.
  ///   - start: where the part that is shown begins, in source pixels.
  ///   - length: how long it is, in source pixels.
  ///   - count: how many pixels are made of it.
  init(source: Int, start: Double, length: Double, count: Int) {
    let scale = length / Double(count)
    let stretch = max(1, scale)
    let reach = Self.lobes * stretch
    // A part that is not scaled and lies on whole pixels is copied.
    let isCopy = scale == 1 && start == start.rounded()
    let taps = isCopy ? 1 : min(source, Int((2 * reach).rounded(.up)) + 1)
    var starts: [Int] = []
    var weights: [Int16] = []
    starts.reserveCapacity(count)
    weights.reserveCapacity(count * taps)
    var exact = [Double](repeating: 0, count: taps)
    for index in 0..<count {
      let center = start + (Double(index) + 0.5) * scale - 0.5
      guard !isCopy else {
        starts.append(max(0, min(source - 1, Int(center.rounded()))))
        weights.append(Self.one)
        continue
      }
      let first = max(0, min(source - taps, Int((center - reach).rounded(.up))))
      var sum = 0.0
      for tap in 0..<taps {
        exact[tap] = Self.lanczos((Double(first + tap) - center) / stretch)
        sum += exact[tap]
      }
      starts.append(first)
      weights += Self.rounded(exact, sum: sum)
    }
    self.taps = taps
    self.starts = starts
    self.weights = weights
  }

  private static func lanczos(_ x: Double) -> Double {
    guard x != 0 else { return 1 }
    guard abs(x) < lobes else { return 0 }
    let angle = Double.pi * x
    // The sine of three times an angle follows from that of the angle.
    let third = sin(angle / lobes)
    return lobes * (3 - 4 * third * third) * third * third / (angle * angle)
  }

  /// Whole numbers that add up to ``one``: what rounding leaves over goes to the largest.
  private static func rounded(_ exact: [Double], sum: Double) -> [Int16] {
    guard sum > 1e-9 else {
      return exact.indices.map { $0 == exact.count / 2 ? one : 0 }
    }
    var rest = Int(one)
    var largest = 0
    var weights: [Int16] = []
    for (index, weight) in exact.enumerated() {
      let whole = Int((weight / sum * Double(one)).rounded())
      weights.append(Int16(truncatingIfNeeded: max(-512, min(512, whole))))
      rest -= whole
      if weight > exact[largest] { largest = index }
    }
    weights[largest] += Int16(truncatingIfNeeded: rest)
    return weights
  }
}
