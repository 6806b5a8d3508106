import SeededNumbers
import Testing

@testable import HTTPServer

@Suite struct DeadlineListsTests {
  @Test func `every kind has a list`() {
    let count = DeadlineKind.Table<Int32>(repeating: 0).count
    #expect(count == DeadlineKind.allCases.count)
    #expect(DeadlineKind.allCases.allSatisfy { Int($0.rawValue) < count })
  }

  @Test func `nothing is due where nothing was set`() {
    var lists = DeadlineLists()
    #expect(lists.next == nil)
    let expired = lists.popExpired(now: .max)
    #expect(expired == nil)
    #expect(lists.kind(of: 7) == .none)
  }

  @Test func `a deadline passes at its time, once`() {
    var lists = DeadlineLists()
    lists.set(3, .idle, at: 100)
    #expect(lists.next == 100)
    let early = lists.popExpired(now: 99)
    let (first, second) = (lists.popExpired(now: 100), lists.popExpired(now: 100))
    #expect((early, first, second) == (nil, 3, nil))
    #expect(lists.kind(of: 3) == .none)
  }

  @Test func `a slot has one deadline, the last that was set`() {
    var lists = DeadlineLists()
    lists.set(1, .head, at: 10)
    lists.set(2, .head, at: 20)
    lists.set(1, .write, at: 30)
    #expect(lists.kind(of: 1) == .write)
    #expect(lists.next == 20)
    lists.set(2, .none, at: 0)
    #expect(lists.next == 30)
  }

  /// Times of each kind are set in order, as they are where a kind has one length of time.
  @Test func `whatever is set and taken back, what is due comes out and nothing else does`() {
    var random = SplitMix(seed: 5)
    var lists = DeadlineLists()
    var expected: [UInt32: (kind: DeadlineKind, time: Int64)] = [:]
    var now: Int64 = 0
    for _ in 0..<4000 {
      let slot = UInt32(random.int(0...30))
      let kind = DeadlineKind.allCases[random.int(0...(DeadlineKind.allCases.count - 1))]
      let time = now + Int64(kind.rawValue) * 7
      lists.set(slot, kind, at: time)
      expected[slot] = kind == .none ? nil : (kind, time)
      #expect(lists.kind(of: slot) == kind)
      #expect(lists.next == expected.values.map(\.time).min())
      now += Int64(random.int(0...2))
      if random.int(0...9) == 0 {
        while let due = lists.popExpired(now: now) {
          #expect(expected.removeValue(forKey: due).map { $0.time <= now } == true)
        }
        #expect(expected.values.allSatisfy { $0.time > now })
      }
    }
  }
}
