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
}
