import FetchRules
import SeededNumbers
import Testing

@Suite struct RangePlanTests {
  private let rules = RangeRules(block: 10, gap: 30, around: 20, longest: 100)

  private func plan(
    _ wanted: [Range<Int64>], within extent: Range<Int64> = 0..<1000,
    present: Set<Int64> = [], coming: Set<Int64> = [], _ rules: RangeRules? = nil
  ) -> [Range<Int64>] {
    RangePlan.fetches(for: wanted, within: extent, by: rules ?? self.rules) {
      present.contains($0) ? .present : coming.contains($0) ? .coming : .absent
    }
  }

  @Test func `what is wanted is read around`() {
    #expect(plan([503..<507]) == [480..<530])
    #expect(plan([503..<507], present: [49]) == [500..<530])
    #expect(plan([503..<507], coming: [51]) == [480..<510])
    #expect(plan([0..<1]) == [0..<30])
    #expect(plan([990..<1000]) == [970..<1000])
    #expect(plan([503..<507], within: 495..<513) == [495..<513])
  }

  @Test func `neighbours are one request`() {
    #expect(plan([500..<510, 510..<520, 530..<540]) == [480..<560])
    // Three blocks lie between; four are too many, but reading around closes them.
    #expect(plan([500..<510, 540..<550]) == [480..<570])
    let narrow = RangeRules(block: 10, gap: 30, around: 0, longest: 100)
    #expect(plan([500..<510, 540..<550], narrow) == [500..<550])
    #expect(plan([500..<510, 550..<560], narrow) == [500..<510, 550..<560])
    #expect(plan([500..<510, 540..<550], present: [52], narrow) == [500..<510, 540..<550])
  }

  @Test func `what is here or coming is not asked for`() {
    #expect(plan([500..<520], present: [50, 51]) == [])
    #expect(plan([500..<520], coming: [50, 51]) == [])
    #expect(plan([500..<530], present: [51]) == [480..<510, 520..<550])
    #expect(plan([]) == [])
    #expect(plan([5..<5]) == [])
    #expect(plan([2000..<3000]) == [])
    #expect(plan([500..<510], within: 0..<0) == [])
  }

  @Test func `no request is longer than allowed`() {
    #expect(
      plan([300..<550]) == [280..<380, 380..<480, 480..<570])
  }

  @Test func `neighbours are read along however large they are`() {
    let rules = RangeRules(block: 4096, gap: 0, around: 32_768, longest: 4 << 20)
    func around(_ lengths: [Int64], _ rules: RangeRules) -> Int64 {
      rules.reachingNeighbours(of: lengths.map { 0..<$0 }).around
    }
    #expect(around([], rules) == 32_768)
    #expect(around([8_000], rules) == 32_768)
    #expect(around([20_000], rules) == 80_000)
    #expect(around([10_000, 30_000], rules) == 80_000)
    #expect(around([60_000], rules) == 128 << 10)
    #expect(around([.max], rules) == 128 << 10)
    let wide = RangeRules(block: 4096, gap: 0, around: 1 << 20, longest: 4 << 20)
    #expect(around([20_000], wide) == 1 << 20)
    let narrow = RangeRules(block: 4096, gap: 0, around: 0, longest: 4 << 20)
    #expect(around([20_000], narrow) == 0)
  }

  /// What the plan promises, whatever is wanted and whatever is there.
  @Test func `a plan keeps its promises`() {
    var numbers = SplitMix(seed: 1)
    for _ in 0..<3000 {
      let rules = RangeRules(
        block: Int64(numbers.int(1...16)), gap: Int64(numbers.int(0...64)),
        around: Int64(numbers.int(0...64)), longest: Int64(numbers.int(1...200)))
      let start = Int64(numbers.int(0...100))
      let extent = start..<start + Int64(numbers.int(0...600))
      let busy = Double.random(in: 0...1, using: &numbers)
      var states: [Int64: RangePlan.BlockState] = [:]
      for block in 0..<Int64(800) where Double.random(in: 0...1, using: &numbers) < busy {
        states[block] = numbers.bool() ? .present : .coming
      }
      let wanted = (0..<numbers.int(0...8)).map { _ in
        let first = Int64(numbers.int(0...700))
        return first..<first + Int64(numbers.int(0...90))
      }
      let fetches = RangePlan.fetches(for: wanted, within: extent, by: rules) {
        states[$0] ?? .absent
      }
      var covered: Set<Int64> = []
      for fetch in fetches {
        #expect(!fetch.isEmpty && fetch.clamped(to: extent) == fetch)
        #expect(Int64(fetch.count) <= rules.longest)
        #expect(
          fetch.lowerBound % rules.block == 0 || fetch.lowerBound == extent.lowerBound)
        #expect(
          fetch.upperBound % rules.block == 0 || fetch.upperBound == extent.upperBound)
        for byte in fetch {
          #expect(states[byte / rules.block] == nil, "asked for what is here")
          #expect(covered.insert(byte).inserted, "asked for twice")
        }
        let reach = rules.around + rules.gap + rules.block
        let isNear = fetch.contains { byte in
          wanted.contains { $0.contains(byte) }
        }
        // A long one that was taken apart may lie round the wanted by as much as it was widened.
        let isReached = wanted.contains {
          $0.lowerBound - reach < fetch.upperBound && fetch.lowerBound < $0.upperBound + reach
        }
        #expect(isNear || isReached, "asked for what nobody wants")
      }
      for range in wanted {
        for byte in range.clamped(to: extent) where states[byte / rules.block] == nil {
          #expect(covered.contains(byte), "wanted, absent and not asked for")
        }
      }
    }
  }
}
