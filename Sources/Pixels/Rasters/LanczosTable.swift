import Glibc

/// Lanczos' kernel of three lobes by look-up: its sines would be most of what a kernel for a picture
/// costs.
enum LanczosTable {
  private static let lobes = 3.0

  /// Values for a distance of 1.
  ///
  /// The kernel changes by less than 1.7 over that, so the nearest value is off by less than a ninth
  /// of a 128th, in which weights are.
  private static let resolution = 1024.0

  /// By distance from the center; the last is where the lobes end.
  private static let values: [Float] = (0...Int(lobes * resolution)).map {
    Float(value(at: Double($0) / resolution))
  }

  /// How far from the center values may be as high as one, or as low.
  static func reach(ofValues value: Float) -> Double {
    Double(values.lastIndex { abs($0) >= value } ?? 0) / resolution
  }

  private static func value(at x: Double) -> Double {
    guard x > 0 else { return 1 }
    guard x < lobes else { return 0 }
    let angle = Double.pi * x
    return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
  }

  /// Takes the kernel's values at equal steps.
  ///
  /// - Parameters:
  ///   - taken: gets them.
  ///   - start: distance of the first one from the center, negative before it.
  ///   - step: from one to the next.
  /// - Returns: their sum.
  static func fill(_ taken: inout [Float], from start: Double, step: Double) -> Float {
    let values = values
    let last = values.count - 1
    var sum: Float = 0
    for index in taken.indices {
      let distance = abs(start + Double(index) * step) * resolution
      let value = distance < Double(last) ? values[Int(distance + 0.5)] : 0
      taken[index] = value
      sum += value
    }
    return sum
  }
}
