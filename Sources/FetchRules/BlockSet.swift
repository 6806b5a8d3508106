/// Which blocks of something large are in a set, a bit each.
package struct BlockSet: Equatable, Sendable {
  /// How many blocks there are.
  package let capacity: Int64
  /// How many are in the set.
  package private(set) var count: Int64 = 0
  private var words: [UInt64]

  /// An empty set.
  ///
  /// - Parameter capacity: how many blocks there are.
  package init(capacity: Int64) {
    self.capacity = max(0, capacity)
    words = [UInt64](repeating: 0, count: Int((self.capacity + 63) / 64))
  }

  /// Whether all there are are in it.
  package var isFull: Bool { count == capacity }

  package func contains(_ block: Int64) -> Bool {
    guard block >= 0, block < capacity else { return false }
    return words[Int(block >> 6)] & (1 << UInt64(block & 63)) != 0
  }

  /// Whether all of some blocks are in it; those that do not exist are not.
  package func contains(_ blocks: Range<Int64>) -> Bool { blocks.allSatisfy { contains($0) } }

  /// Whether any of some blocks is in it.
  package func intersects(_ blocks: Range<Int64>) -> Bool { blocks.contains { contains($0) } }

  /// Puts blocks in; those that do not exist are left out.
  package mutating func insert(_ blocks: Range<Int64>) {
    for block in blocks.clamped(to: 0..<capacity) where !contains(block) {
      words[Int(block >> 6)] |= 1 << UInt64(block & 63)
      count += 1
    }
  }

  /// Takes blocks out.
  package mutating func remove(_ blocks: Range<Int64>) {
    for block in blocks.clamped(to: 0..<capacity) where contains(block) {
      words[Int(block >> 6)] &= ~(1 << UInt64(block & 63))
      count -= 1
    }
  }
}
