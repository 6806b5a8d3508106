import Caching
import SeededNumbers
import Testing

@Suite struct FlightTableTests {
  typealias Table = FlightTable<String, Int>

  @Test func `the first leads, the others follow, and all are told in their order`() {
    var table = Table()
    #expect(table.join("tile", 1).part == .leader)
    #expect(table.join("tile", 2).part == .follower)
    #expect(table.join("other", 3).part == .leader)
    #expect(table.join("tile", 4).part == .follower)
    #expect(table.count == 2)
    #expect(table.finish("tile") == [1, 2, 4])
    #expect(!table.isWanted("tile"))
    #expect(table.finish("tile") == [])
    #expect(table.join("tile", 5).part == .leader)
  }

  @Test func `work is unwanted when the last one leaves, whoever that is`() {
    var table = Table()
    let leader = table.join("tile", 1).ticket
    let follower = table.join("tile", 2).ticket
    #expect(table.leave("tile", leader) == false)
    #expect(table.isWanted("tile"))
    #expect(table.leave("tile", follower) == true)
    #expect(!table.isWanted("tile"))
    #expect(table.finish("tile") == [])
  }

  @Test func `one who leaves twice, or after the end, changes nothing`() {
    var table = Table()
    let gone = table.join("tile", 1).ticket
    #expect(table.leave("tile", gone) == true)
    #expect(table.leave("tile", gone) == false)
    #expect(table.join("tile", 2).part == .leader)
    #expect(table.leave("tile", gone) == false, "a new flight is not called off with an old ticket")
    #expect(table.finish("tile") == [2])
  }

  /// Random joins, departures and ends against lists of waiters.
  @Test(arguments: UInt64(1)...20)
  func `agrees with a naive table`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var table = Table()
    var naive: [String: [(ticket: Table.Ticket, waiter: Int)]] = [:]
    var issued: [(key: String, ticket: Table.Ticket)] = []
    for step in 0..<2000 {
      let key = ["a", "b", "c", "d"][Int(random.next() % 4)]
      switch random.next() % 5 {
      case 0, 1:
        let (part, ticket) = table.join(key, step)
        #expect((part == .leader) == (naive[key] == nil))
        naive[key, default: []].append((ticket, step))
        issued.append((key, ticket))
      case 2, 3:
        guard let one = issued.randomElement(using: &random) else { continue }
        let before = naive[one.key]
        let after = before?.filter { $0.ticket != one.ticket }
        let isUnwanted = before != nil && after?.isEmpty == true
        #expect(table.leave(one.key, one.ticket) == isUnwanted)
        naive[one.key] = isUnwanted ? nil : after
      default:
        let expected = naive.removeValue(forKey: key)?.map(\.waiter) ?? []
        #expect(table.finish(key) == expected)
      }
      #expect(table.count == naive.count)
      #expect(table.isWanted(key) == (naive[key] != nil))
    }
  }
}
