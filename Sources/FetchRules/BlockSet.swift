/// Which blocks of something large are in a set, a bit each; memory is taken where blocks are.
package struct BlockSet: Sendable {
  /// How many blocks there are.
  package let capacity: Int64
  /// How many are in the set.
  package private(set) var count: Int64 = 0
  /// Each of so many blocks that lie side by side; empty where none of them was ever in it.
  private var stretches: [[UInt64]] = []

  /// 4 kB of memory for each.
  private static let stretch: Int64 = 1 << 15

  /// An empty set.
  ///
  /// - Parameter capacity: how many blocks there are.
  package init(capacity: Int64) { self.capacity = max(0, capacity) }

  /// Those in it, where they lie side by side, in order.
  package var runs: [Range<Int64>] {
    var runs: [Range<Int64>] = []
    for (number, words) in stretches.enumerated() where !words.isEmpty {
      for (index, word) in words.enumerated() where word != 0 {
        let first = Int64(number) * Self.stretch + Int64(index) * 64
        for bit in 0..<Int64(64) where word & 1 << UInt64(bit) != 0 {
          let block = first + bit
          if let last = runs.last, last.upperBound == block {
            runs[runs.count - 1] = last.lowerBound..<block + 1
          } else {
            runs.append(block..<block + 1)
          }
        }
      }
    }
    return runs
  }

  /// Whether all there are are in it.
  package var isFull: Bool { count == capacity }

  package func contains(_ block: Int64) -> Bool {
    guard block >= 0, block < capacity else { return false }
    let (stretch, word, bit) = Self.place(of: block)
    guard stretch < stretches.count, !stretches[stretch].isEmpty else { return false }
    return stretches[stretch][word] & bit != 0
  }

  /// Whether all of some blocks are in it; those that do not exist are not.
  package func contains(_ blocks: Range<Int64>) -> Bool { blocks.allSatisfy { contains($0) } }

  /// Whether any of some blocks is in it.
  package func intersects(_ blocks: Range<Int64>) -> Bool { blocks.contains { contains($0) } }

  /// Puts blocks in; those that do not exist are left out.
  package mutating func insert(_ blocks: Range<Int64>) {
    for block in blocks.clamped(to: 0..<capacity) where !contains(block) {
      let (stretch, word, bit) = Self.place(of: block)
      while stretches.count <= stretch { stretches.append([]) }
      if stretches[stretch].isEmpty {
        stretches[stretch] = [UInt64](repeating: 0, count: Int(Self.stretch / 64))
      }
      stretches[stretch][word] |= bit
      count += 1
    }
  }

  /// Takes blocks out.
  package mutating func remove(_ blocks: Range<Int64>) {
    for block in blocks.clamped(to: 0..<capacity) where contains(block) {
      let (stretch, word, bit) = Self.place(of: block)
      stretches[stretch][word] &= ~bit
      count -= 1
    }
  }

  private static func place(of block: Int64) -> (stretch: Int, word: Int, bit: UInt64) {
    (Int(block / stretch), Int(block % stretch / 64), 1 << UInt64(block & 63))
  }
}
