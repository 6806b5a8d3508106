/// A block's 8 x 8 inverse transform, unrounded: for the few blocks at odd edges, where the next
/// level counts the last row or column twice and the padding behind it not at all.
struct WholeTransform {
  private let steps: [UInt16]
  /// The share of a frequency in a sample: by frequency, then sample.
  private static let basis: [[Double]] = (0..<8).map { frequency in
    (0..<8).map { sample in
      let factor = frequency == 0 ? Zigzag.cosines[4] : 1
      return 0.5 * factor * cosine((2 * sample + 1) * frequency)
    }
  }

  init(steps: [UInt16]) { self.steps = steps }

  /// cos(k pi / 16) of any k.
  private static func cosine(_ k: Int) -> Double {
    let turned = k % 32
    let folded = turned > 16 ? 32 - turned : turned
    return switch folded {
    case 8: 0
    case 0..<8: Zigzag.cosines[folded]
    default: -Zigzag.cosines[16 - folded]
    }
  }

  /// The samples of a block, not shifted by 128 yet, row by row.
  ///
  /// - Parameter coefficients: 64 in zigzag order, not multiplied by their steps.
  /// - Returns: 64 samples.
  func samples(_ coefficients: [Int16]) -> [Double] {
    var block = [Double](repeating: 0, count: 64)
    for place in 0..<64 where coefficients[place] != 0 {
      block[Zigzag.places[place]] = Double(coefficients[place]) * Double(steps[place])
    }
    var columns = [Double](repeating: 0, count: 64)
    for x in 0..<8 {
      for y in 0..<8 {
        columns[y * 8 + x] = (0..<8).reduce(0) { $0 + block[$1 * 8 + x] * Self.basis[$1][y] }
      }
    }
    var samples = [Double](repeating: 0, count: 64)
    for y in 0..<8 {
      for x in 0..<8 {
        samples[y * 8 + x] = (0..<8).reduce(0) { $0 + columns[y * 8 + $1] * Self.basis[$1][x] }
      }
    }
    return samples
  }

  /// A block's samples of the next level.
  ///
  /// - Parameters:
  ///   - coefficients: 64 in zigzag order.
  ///   - columns: how many of the block's columns are of the picture, 1 to 8.
  ///   - rows: how many of its rows.
  ///   - shrinking: how the component shrinks.
  /// - Returns: row by row.
  func shrunk(
    _ coefficients: [Int16], columns: Int, rows: Int, _ shrinking: Shrinking
  ) -> [UInt8] {
    var samples = samples(coefficients)
    var (width, height) = (8, 8)
    var there = (columns: columns, rows: rows)
    // Four become one in two steps, each of which counts its last sample twice.
    while width > shrinking.columns || height > shrinking.rows {
      let across = width > shrinking.columns ? 2 : 1
      let down = height > shrinking.rows ? 2 : 1
      samples = Self.means(samples, width: width, there, across: across, down: down)
      (width, height) = (width / across, height / down)
      there = ((there.columns + across - 1) / across, (there.rows + down - 1) / down)
    }
    return samples.map { UInt8(clamping: Int(($0 + 128).rounded(.toNearestOrEven))) }
  }

  private static func means(
    _ samples: [Double], width: Int, _ there: (columns: Int, rows: Int), across: Int, down: Int
  ) -> [Double] {
    var means: [Double] = []
    for y in stride(from: 0, to: samples.count / width, by: down) {
      for x in stride(from: 0, to: width, by: across) {
        var sum = 0.0
        for row in y..<y + down {
          for column in x..<x + across {
            sum += samples[min(there.rows - 1, row) * width + min(there.columns - 1, column)]
          }
        }
        means.append(sum / Double(across * down))
      }
    }
    return means
  }
}

/// Keeps a block's coefficients.
struct CoefficientKeeper: CoefficientTaker {
  var coefficients = [Int16](repeating: 0, count: 64)

  mutating func take(_ place: Int, _ value: Int32) {
    if place < 64, value != 0 { coefficients[place] = Int16(truncatingIfNeeded: value) }
  }
}
