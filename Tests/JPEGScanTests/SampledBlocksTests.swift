import Testing

@testable import JPEGScan

@Suite struct SampledBlocksTests {
  private func counts(_ samples: [[UInt8]], steps: UInt16) -> [HuffmanSpecification] {
    var blocks = SampledBlocks(steps: [Array(repeating: steps, count: 64)])
    for block in samples {
      unsafe block.withUnsafeBufferPointer {
        guard let base = $0.baseAddress else { return }
        unsafe blocks.add(base, stride: 8, component: 0)
      }
    }
    let statistics = blocks.statistics
    return [
      statistics.table(0, steps: nil),
      statistics.table(1, steps: Array(repeating: 1, count: 64)),
    ]
  }

  @Test func `blocks of one shade have a mean and an end, and the same shade again no difference`()
  {
    let tables = counts(Array(repeating: Array(repeating: 200, count: 64), count: 20), steps: 8)
    // 72 shades above the middle are a mean of 72 steps: seven bits once, and none afterwards.
    #expect(tables[0].symbols.prefix(2) == [0, 7])
    #expect(tables[1].symbols[0] == 0)
    #expect(tables[1].counts[0] == 1)
  }

  @Test(arguments: 0..<8, 0..<8)
  func `a wave across a block, or down, comes up at its place`(u: Int, v: Int) {
    guard u + v > 0 else { return }
    var samples = [UInt8](repeating: 0, count: 64)
    for y in 0..<8 {
      for x in 0..<8 {
        let wave = Zigzag.cosine((2 * x + 1) * u) * Zigzag.cosine((2 * y + 1) * v)
        samples[8 * y + x] = UInt8((128 + 100 * wave).rounded())
      }
    }
    // Steps so large that all else is nothing: one coefficient of three bits, and the end.
    let tables = counts(Array(repeating: samples, count: 50), steps: 80)
    let place = Zigzag.order[8 * v + u]
    let often = tables[1].symbols.prefix(place > 16 ? 3 : 2)
    #expect(often.contains(UInt8(((place - 1) % 16) << 4 | 3)))
  }
}
