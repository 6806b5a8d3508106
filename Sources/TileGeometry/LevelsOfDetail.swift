/// CATiledLayer's way to say which levels there are: a count, and how many of them magnify.
package struct LevelsOfDetail: Equatable, Hashable, Sendable {
  package enum BiasRule: Equatable, Hashable, Sendable {
    /// The bias is taken out of the count, as the SDK's header says: 5 levels, bias 2 are
    /// 4x, 2x, 1x, 1/2 and 1/4.
    case takenFromCount
    /// The bias adds levels to the count, as the online documentation reads: 1 level, bias 3 are
    /// 8x, 4x, 2x and 1x.
    case addedToCount
  }

  package static let countBounds: ClosedRange<Int32> = 1...48
  package static let biasBounds: ClosedRange<Int32> = 0...16

  package let count: Int32
  package let bias: Int32
  package let rule: BiasRule

  /// - Returns: nil when a number is outside its bounds.
  package init?(count: Int32, bias: Int32 = 0, rule: BiasRule = .takenFromCount) {
    guard Self.countBounds.contains(count), Self.biasBounds.contains(bias) else { return nil }
    self.count = count
    self.bias = bias
    self.rule = rule
  }

  var finest: Reduction { Reduction(clamping: -bias) }

  var coarsest: Reduction {
    switch rule {
    case .takenFromCount: Reduction(clamping: count - 1 - bias)
    case .addedToCount: Reduction(clamping: count - 1)
    }
  }
}
