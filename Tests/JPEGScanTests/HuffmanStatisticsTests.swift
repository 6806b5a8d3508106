import SeededNumbers
import Testing

@testable import JPEGScan

@Suite struct HuffmanStatisticsTests {
  private func add(_ counts: [Int], to statistics: inout HuffmanStatistics) {
    unsafe counts.withUnsafeBufferPointer { unsafe statistics.add($0, to: 0) }
  }

  @Test(arguments: 1...25)
  func `tables have a code for every symbol, none of all ones, and none longer than 16 bits`(
    _ seed: Int
  ) {
    let isDC = seed % 2 == 0
    let symbols = isDC ? Array(0...11) : Array(0...250)
    var statistics = HuffmanStatistics(tables: 1)
    var numbers = SplitMix(seed: UInt64(seed))
    for _ in 0..<3 {
      var counts = [Int](repeating: 0, count: 256)
      // From what comes up once to what comes up a billion times, some of it never.
      for symbol in symbols where numbers.int(0...3) > 0 {
        counts[symbol] = 1 << numbers.int(0...30)
      }
      add(counts, to: &statistics)
    }
    let table = statistics.table(0, steps: isDC ? nil : Array(repeating: 1, count: 64))
    #expect(table.counts.count == 16)
    #expect(table.counts.reduce(0) { $0 + Int($1) } == table.symbols.count)
    // Kraft's sum of a complete code, less the code of all ones that is left free.
    var room = 0.0
    for (index, count) in table.counts.enumerated() {
      room += Double(count) * Double(sign: .plus, exponent: -index - 1, significand: 1)
    }
    #expect(room < 1)
    let present = Set(table.symbols)
    #expect(present.count == table.symbols.count)
    let wanted = isDC ? Set((0...11).map { UInt8($0) }) : Set([0x00, 0xF0, 0x01, 0xF1, 0x0A])
    #expect(present.isSuperset(of: wanted))
  }

  @Test func `what comes up often has a shorter code`() {
    var statistics = HuffmanStatistics(tables: 1)
    var counts = [Int](repeating: 0, count: 256)
    (counts[9], counts[4], counts[2]) = (50, 12, 12)
    add(counts, to: &statistics)
    let table = statistics.table(0, steps: nil)
    #expect(table.symbols[0] == 9)
    #expect(table.counts[0] == 1)
  }

  @Test func `coarse steps need fewer symbols`() {
    let statistics = HuffmanStatistics(tables: 1)
    func symbols(_ step: UInt16) -> Int {
      statistics.table(0, steps: Array(repeating: step, count: 64)).symbols.count
    }
    #expect(symbols(1) == 162)
    #expect(symbols(99) < symbols(16) && symbols(16) < symbols(1))
  }
}
