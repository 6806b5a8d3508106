/// How parts of a far object are asked for; all in bytes.
package struct RangeRules: Equatable, Sendable {
  /// What is had or not had as a whole.
  package let block: Int64
  /// Between two parts that are still asked for as one: a request costs as much as that many bytes.
  package let gap: Int64
  /// Read on both sides of what is wanted, for neighbours are wanted next.
  package let around: Int64
  /// No request asks for more.
  package let longest: Int64

  /// Measured on visits of a gigapixel image: a quarter of a request a tile, half as many bytes more.
  package static let standard = RangeRules(
    block: 4096, gap: 65_536, around: 32_768, longest: 4 << 20)

  /// - Parameters:
  ///   - block: at least 1.
  ///   - gap: rounded down to blocks.
  ///   - around: rounded down to blocks.
  ///   - longest: rounded down to blocks, and at least one.
  package init(block: Int64, gap: Int64, around: Int64, longest: Int64) {
    self.block = max(block, 1)
    self.gap = max(gap, 0)
    self.around = max(around, 0)
    self.longest = max(longest, self.block)
  }

  /// Neighbours on each side that are read along, and how far that goes, in bytes.
  private static let neighbours: Int64 = 4
  private static let farthest: Int64 = 128 << 10

  /// The same for parts whose neighbours are wanted next.
  ///
  /// A few of them are read along, however large they are; where nothing is read around it stays so.
  ///
  /// - Parameter parts: what is wanted now.
  /// - Returns: rules that may reach farther.
  package func reachingNeighbours(of parts: [Range<Int64>]) -> RangeRules {
    guard around > 0, !parts.isEmpty else { return self }
    let part = parts.reduce(0) { $0 + Int64($1.count) } / Int64(parts.count)
    let reach = min(part, Self.farthest) * Self.neighbours
    return RangeRules(
      block: block, gap: gap, around: max(around, min(reach, Self.farthest)), longest: longest)
  }
}
