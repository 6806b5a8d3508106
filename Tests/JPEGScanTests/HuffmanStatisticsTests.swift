import SeededNumbers
import Testing

@testable import JPEGScan

@Suite struct HuffmanStatisticsTests {
  /// Codes as a sample tile's own tables could have them: as many of each length as fit.
  private func sample(_ symbols: [Int], seed: UInt64) -> (counts: [UInt8], symbols: [UInt8]) {
    var numbers = SplitMix(seed: seed)
    var counts: [UInt8] = []
    var left = symbols.count
    var room = 1
    for length in 1...16 {
      room *= 2
      let most = min(left, length == 16 ? room - 1 : room / 2)
      let count = length == 16 ? most : most > 0 ? numbers.int(0...most) : 0
      counts.append(UInt8(count))
      left -= count
      room -= count
    }
    return (counts, symbols.prefix(symbols.count - left).map { UInt8($0) })
  }

  @Test(arguments: 1...25)
  func `tables have a code for every symbol, none of all ones, and none longer than 16 bits`(
    _ seed: Int
  ) {
    let isDC = seed % 2 == 0
    let symbols = isDC ? Array(0...11) : Array(0...250)
    var statistics = HuffmanStatistics(tables: 1)
    for tile in 0..<3 {
      let sample = sample(
        symbols.shuffled(seed: UInt64(seed * 7 + tile)), seed: UInt64(seed * 31 + tile))
      statistics.add(
        counts: sample.counts, symbols: sample.symbols, weight: Double(1000 + 777 * tile), to: 0)
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
    var counts = [UInt8](repeating: 0, count: 16)
    counts[0] = 1
    counts[2] = 2
    statistics.add(counts: counts, symbols: [9, 4, 2], weight: 100, to: 0)
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

extension [Int] {
  fileprivate func shuffled(seed: UInt64) -> [Int] {
    var numbers = SplitMix(seed: seed)
    return shuffled(using: &numbers)
  }
}
