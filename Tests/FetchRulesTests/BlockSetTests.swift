import FetchRules
import SeededNumbers
import Testing

@Suite struct BlockSetTests {
  @Test(arguments: [0, 1, 63, 64, 65, 1000] as [Int64])
  func `it is what a set of numbers is`(capacity: Int64) {
    var blocks = BlockSet(capacity: capacity)
    var reference: Set<Int64> = []
    var numbers = SplitMix(seed: UInt64(capacity) + 1)
    for _ in 0..<400 {
      let start = Int64.random(in: -3...capacity + 3, using: &numbers)
      let range = start..<start + Int64.random(in: 0...70, using: &numbers)
      if Bool.random(using: &numbers) {
        blocks.insert(range)
        reference.formUnion(range.filter { $0 >= 0 && $0 < capacity })
      } else {
        blocks.remove(range)
        reference.subtract(range)
      }
      #expect(blocks.count == Int64(reference.count))
      #expect(blocks.isFull == (blocks.count == capacity))
      #expect(blocks.contains(range) == range.allSatisfy(reference.contains))
      #expect(blocks.intersects(range) == range.contains(where: reference.contains))
      #expect(blocks.runs.flatMap(Array.init) == reference.sorted())
      #expect(
        zip(blocks.runs, blocks.runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }
  }

  @Test func `a set of very many takes memory where it has some`() {
    var blocks = BlockSet(capacity: 1 << 60)
    blocks.insert(0..<3)
    blocks.insert((1 << 30)..<(1 << 30) + 2)
    blocks.remove(1..<2)
    #expect(blocks.count == 4)
    #expect(blocks.contains((1 << 30)..<(1 << 30) + 2) == true)
    #expect(blocks.contains(1 << 50) == false)
  }
}
