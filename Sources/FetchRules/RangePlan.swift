/// Which requests bring what is wanted of a far object.
package enum RangePlan {
  /// What is known of a block.
  package enum BlockState: Sendable {
    case absent
    /// Somebody has asked for it.
    case coming
    case present
  }

  /// The requests, in the order of their places: they cover every block that is wanted and absent,
  /// touch none that is present or coming, and none of them overlap.
  ///
  /// - Parameters:
  ///   - wanted: in any order; what lies outside the extent is left out.
  ///   - extent: the bytes that may be asked for; its ends need not be those of blocks.
  ///   - rules: how requests are made.
  ///   - state: of the block with a number; block 0 begins at byte 0 of the object.
  /// - Returns: ranges of bytes that begin and end with blocks, or with the extent.
  package static func fetches(
    for wanted: [Range<Int64>], within extent: Range<Int64>, by rules: RangeRules,
    state: (Int64) -> BlockState
  ) -> [Range<Int64>] {
    let all = blocks(of: extent, rules)
    var runs: [Range<Int64>] = []
    for range in wanted.map({ $0.clamped(to: extent) })
      .sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty
    {
      for block in blocks(of: range, rules) where state(block) == .absent {
        if let last = runs.last, block < last.upperBound { continue }
        if let last = runs.last, isOpen(last.upperBound..<block, rules.gap / rules.block, state) {
          runs[runs.count - 1] = last.lowerBound..<(block + 1)
        } else {
          runs.append(block..<(block + 1))
        }
      }
    }
    return widened(runs, within: all, rules, state).flatMap { run in
      pieces(of: run, rules.longest / rules.block).map { piece in
        (piece.lowerBound * rules.block..<piece.upperBound * rules.block).clamped(to: extent)
      }
    }
  }

  /// Whether what lies between two parts is short, and none of it here or on its way.
  private static func isOpen(
    _ gap: Range<Int64>, _ longest: Int64, _ state: (Int64) -> BlockState
  ) -> Bool {
    Int64(gap.count) <= longest && gap.allSatisfy { state($0) == .absent }
  }

  private static func widened(
    _ runs: [Range<Int64>], within all: Range<Int64>, _ rules: RangeRules,
    _ state: (Int64) -> BlockState
  ) -> [Range<Int64>] {
    let around = rules.around / rules.block
    var wide: [Range<Int64>] = []
    for run in runs {
      let floor = max(all.lowerBound, run.lowerBound - around, wide.last?.upperBound ?? 0)
      var start = run.lowerBound
      while start > floor, state(start - 1) == .absent { start -= 1 }
      // What the one before has reached already belongs to it.
      let top = min(all.upperBound, run.upperBound + around)
      var end = max(run.upperBound, start)
      while end < top, state(end) == .absent { end += 1 }
      if let last = wide.last, last.upperBound >= start {
        wide[wide.count - 1] = last.lowerBound..<max(last.upperBound, end)
      } else {
        wide.append(start..<end)
      }
    }
    return wide
  }

  private static func pieces(of run: Range<Int64>, _ longest: Int64) -> [Range<Int64>] {
    stride(from: run.lowerBound, to: run.upperBound, by: Int(longest)).map {
      $0..<min($0 + longest, run.upperBound)
    }
  }

  private static func blocks(of range: Range<Int64>, _ rules: RangeRules) -> Range<Int64> {
    guard !range.isEmpty else { return 0..<0 }
    return range.lowerBound / rules.block..<((range.upperBound - 1) / rules.block + 1)
  }
}
