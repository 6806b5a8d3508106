import Foundation
import SeededNumbers
import Testing

@testable import JPEGScan

@Suite struct HalfTransformTests {
  @Test(arguments: [(4, 4), (4, 2), (2, 4), (2, 2)])
  func `a block of one shade comes to what the whole transform makes of it`(
    columns: Int, rows: Int
  ) {
    let shrinking = Shrinking(columns: columns, rows: rows)
    var sums = [Int32](repeating: 0, count: HalfTransform.sums)
    var (flat, whole) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 16))
    var wrong: [Int32] = []
    // Below black and beyond white; all halves, and what lies next to them.
    for half in -40..<600 {
      for beside: Int32 in [-1, 0, 1] {
        let mean = Int32(half) << Int32(HalfTransform.fractionBits - 1) + beside
        sums[0] = mean
        unsafe flat.withUnsafeMutableBufferPointer {
          guard let base = $0.baseAddress else { return }
          unsafe HalfSamples.writeFlat(mean, shrinking: shrinking, to: base, stride: 4)
        }
        unsafe whole.withUnsafeMutableBufferPointer {
          guard let base = $0.baseAddress else { return }
          unsafe HalfSamples.write(sums, shrinking: shrinking, to: base, stride: 4)
        }
        if flat != whole { wrong.append(mean) }
      }
    }
    #expect(wrong.isEmpty)
  }

  /// Where a block goes in a picture that is wider than it, and a byte that is none of its samples'.
  private static let (first, stride, untouched): (Int, Int, UInt8) = (9, 11, 0xA5)

  @Test(arguments: [(4, 4), (4, 2), (2, 4), (2, 2)])
  func `a block of many frequencies comes to what a plain inverse makes of it, and to no byte more`(
    columns: Int, rows: Int
  ) {
    let shrinking = Shrinking(columns: columns, rows: rows)
    var random = SplitMix(seed: UInt64(10 * columns + rows))
    var wrong: [String] = []
    for round in 0..<400 {
      var sums = (0..<HalfTransform.sums).map { _ in
        Int32(random.int(-40...40)) << Int32(HalfTransform.fractionBits)
          + Int32(random.int(0...4095))
      }
      sums[0] += HalfTransform.shift
      var picture = [UInt8](repeating: Self.untouched, count: 64)
      unsafe picture.withUnsafeMutableBufferPointer {
        guard let base = $0.baseAddress else { return }
        unsafe HalfSamples.write(
          sums, shrinking: shrinking, to: base + Self.first, stride: Self.stride)
      }
      let expected = Self.plain(sums, shrinking)
      for y in 0..<rows {
        for x in 0..<columns {
          let place = Self.first + y * Self.stride + x
          let exact = min(max(expected[y][x], 0), 255)
          if abs(Double(picture[place]) - exact) >= 0.501 {
            wrong.append("\(x), \(y) in round \(round): \(picture[place]), not \(exact)")
          }
          picture[place] = Self.untouched
        }
      }
      if picture.contains(where: { $0 != Self.untouched }) {
        wrong.append("bytes beside the block in round \(round)")
      }
    }
    #expect(wrong.isEmpty)
  }

  /// The samples of sums that lie column by column, by the transform's own definition.
  private static func plain(_ sums: [Int32], _ shrinking: Shrinking) -> [[Double]] {
    func share(_ frequency: Int, _ sample: Int) -> Double {
      guard !shrinking.isQuartering else {
        return [[1, 1, 0, 0], [1, -1, 0, 0]][sample][frequency]
      }
      let cosine = cos(Double((2 * sample + 1) * frequency) * .pi / 8)
      // Its factor is in the sum.
      return frequency == 2 ? cosine / cos(.pi / 4) : cosine
    }
    func sample(_ x: Int, _ y: Int) -> Double {
      var sample = 0.0
      for u in 0..<4 {
        for v in 0..<4 {
          sample += Double(sums[4 * u + v]) / 4096 * share(u, x) * share(v, y)
        }
      }
      return sample
    }
    guard !shrinking.isQuartering else {
      return (0..<2).map { y in (0..<2).map { x in sample(x, y) } }
    }
    let (across, down) = (4 / shrinking.columns, 4 / shrinking.rows)
    return (0..<shrinking.rows).map { y in
      (0..<shrinking.columns).map { x in
        var mean = 0.0
        for row in 0..<down {
          for column in 0..<across { mean += sample(across * x + column, down * y + row) }
        }
        return mean / Double(across * down)
      }
    }
  }
}
