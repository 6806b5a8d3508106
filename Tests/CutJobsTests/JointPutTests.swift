import Posix
import Sources
import Testing

@testable import CutJobs

@Suite struct JointPutTests {
  private struct Puts {
    var underWay = 0
    var isAlone = true
    var batches: [[CutOrder]] = []
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

  private func order(_ number: Int) throws -> CutOrder {
    let text =
      String(repeating: "a", count: 14) + "\(Self.letters[number / 26])\(Self.letters[number % 26])"
    return CutOrder(
      version: try #require(PyramidVersion(text)), source: try #require(FilePath("/a")),
      sourceBytes: 1, page: nil, replaces: false)
  }

  @Test func `each is put once, and whoever waits hears what became of its own`() throws {
    let orders = try (0..<400).map(order)
    let bad = try Set([7, 123, 250].map { try order($0).version })
    let puts = Monitor(Puts())
    let joint = JointPut { batch in
      puts.change { puts in
        puts.underWay += 1
        puts.isAlone = puts.isAlone && puts.underWay == 1
        puts.batches.append(batch)
      }
      let isBad = batch.contains { bad.contains($0.version) }
      puts.change { $0.underWay -= 1 }
      return !isBad
    }
    let refused = Monitor<Set<PyramidVersion>>([])
    let threads = ThreadGroup()
    try threads.start("put", count: 8) { lane in
      for number in stride(from: lane, to: orders.count, by: 8) where !joint.put(orders[number]) {
        refused.change { _ = $0.insert(orders[number].version) }
      }
    }
    threads.join()
    let (batches, isAlone) = puts.read { ($0.batches, $0.isAlone) }
    #expect(isAlone)
    #expect(batches.flatMap { $0.map(\.version.text) }.sorted() == orders.map(\.version.text))
    let expected = batches.filter { $0.contains { bad.contains($0.version) } }.joined()
    #expect(refused.read { $0 } == Set(expected.map(\.version)))
  }

  @Test func `what comes while others are put goes together`() throws {
    let (isFirst, mayEnd) = (Monitor(false), Monitor(false))
    let sizes = Monitor<[Int]>([])
    let joint = JointPut { batch in
      sizes.change { $0.append(batch.count) }
      isFirst.change { $0 = true }
      return mayEnd.wait { $0 ? true : nil }
    }
    let threads = ThreadGroup()
    let first = try order(0)
    try threads.start("first", count: 1) { _ in _ = joint.put(first) }
    isFirst.wait { $0 ? () : nil }
    let others = try (1...5).map(order)
    try threads.start("others", count: 5) { _ = joint.put(others[$0]) }
    joint.wait(forWaiting: 5)
    mayEnd.change { $0 = true }
    threads.join()
    #expect(sizes.read { $0 } == [1, 5])
  }
}

extension JointPut {
  /// Until so many wait for their turn.
  fileprivate func wait(forWaiting count: Int) {
    let end = Instant.now + .seconds(60)
    while state.read({ $0.next.orders.count }) < count, Instant.now < end {
      Clock.sleep(milliseconds: 1)
    }
  }
}
