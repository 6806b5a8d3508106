import Posix
import SeededNumbers
import Testing

@testable import HTTPServer

@Suite struct DeadlineListsTests {
  private func at(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

  @Test func `every kind has a list`() {
    let count = DeadlineKind.Table<Int32>(repeating: 0).count
    #expect(count == DeadlineKind.allCases.count)
    #expect(DeadlineKind.allCases.allSatisfy { Int($0.rawValue) < count })
  }

  @Test func `nothing is due where nothing was set`() {
    var lists = DeadlineLists()
    #expect(lists.next == nil)
    let expired = lists.popExpired(now: .never)
    #expect(expired == nil)
    #expect(lists.kind(of: 7) == .none)
  }

  @Test func `a deadline passes at its time, once`() {
    var lists = DeadlineLists()
    lists.set(3, .idle, at: at(100))
    #expect(lists.next == at(100))
    let early = lists.popExpired(now: at(99))
    let (first, second) = (lists.popExpired(now: at(100)), lists.popExpired(now: at(100)))
    #expect((early, first, second) == (nil, 3, nil))
    #expect(lists.kind(of: 3) == .none)
  }

  @Test func `a slot has one deadline, the last that was set`() {
    var lists = DeadlineLists()
    lists.set(1, .head, at: at(10))
    lists.set(2, .head, at: at(20))
    lists.set(1, .write, at: at(30))
    #expect(lists.kind(of: 1) == .write)
    #expect(lists.next == at(20))
    lists.clear(2)
    #expect(lists.next == at(30))
  }

  @Test func `those whose time was set first are found first`() {
    var lists = DeadlineLists()
    for slot in [5, 2, 9] as [UInt32] { lists.set(slot, .write, at: at(Int64(slot) * 10)) }
    lists.set(1, .idle, at: at(1))
    #expect(lists.first(.write) { _, _ in true } == 5)
    #expect(lists.first(.write) { slot, time in slot != 5 && time < at(100) } == 2)
    #expect(lists.first(.write) { _, _ in false } == nil)
    #expect(lists.first(.body) { _, _ in true } == nil)
  }

  @Test func `a length of time that becomes shorter holds for what was set before`() {
    var lists = DeadlineLists()
    lists.set(1, .idle, at: at(10))
    lists.set(2, .idle, at: at(1000))
    lists.set(3, .head, at: at(1000))
    lists.shorten(.idle, to: at(50))
    lists.set(4, .idle, at: at(60))
    let due = [
      lists.popExpired(now: at(60)), lists.popExpired(now: at(60)), lists.popExpired(now: at(60)),
    ]
    #expect(due == [1, 2, 4])
    #expect(lists.next == at(1000))
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
      lists.set(slot, kind, at: at(time))
      expected[slot] = kind == .none ? nil : (kind, time)
      #expect(lists.kind(of: slot) == kind)
      #expect(lists.next == expected.values.map(\.time).min().map(at))
      now += Int64(random.int(0...2))
      if random.int(0...9) == 0 {
        while let due = lists.popExpired(now: at(now)) {
          #expect(expected.removeValue(forKey: due).map { $0.time <= now } == true)
        }
        #expect(expected.values.allSatisfy { $0.time > now })
      }
    }
  }
}
