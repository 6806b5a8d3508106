import SeededNumbers
import Testing

@testable import Encoding

@Suite struct HuffmanCodesTests {
  /// Codes as a sample tile's own tables could have them: as many of each length as fit.
  private func sample(_ symbols: [Int], seed: UInt64) -> HuffmanCodes.Table {
    var numbers = SplitMix(seed: seed)
    var bits = [UInt8](repeating: 0, count: 17)
    var left = symbols.count
    var room = 1
    for length in 1...16 {
      room *= 2
      let most = min(left, length == 16 ? room - 1 : room / 2)
      let count = length == 16 ? most : most > 0 ? numbers.int(0...most) : 0
      bits[length] = UInt8(count)
      left -= count
      room -= count
    }
    let used = symbols.count - left
    let values = symbols.prefix(used).map { UInt8($0) }
    return HuffmanCodes.Table(
      bits: bits, values: values + Array(repeating: 0, count: 256 - values.count))
  }

  @Test(arguments: 1...25)
  func `tables have a code for every symbol, none of all ones, and none longer than 16 bits`(
    _ seed: Int
  ) {
    let isDC = seed % 2 == 0
    let symbols = isDC ? Array(0...11) : Array(0...250)
    var statistics = HuffmanStatistics(tables: 1)
    for tile in 0..<3 {
      statistics.add(
        sample(symbols.shuffled(seed: UInt64(seed * 7 + tile)), seed: UInt64(seed * 31 + tile)),
        weight: Double(1000 + 777 * tile), to: 0)
    }
    let table = statistics.table(0, quantization: isDC ? nil : Array(repeating: 1, count: 64))
    let count = table.bits.dropFirst().reduce(0) { $0 + Int($1) }
    #expect(table.bits.count == 17 && table.values.count == 256)
    // Kraft's sum of a complete code, less the code of all ones that is left free.
    var room = 0.0
    for length in 1...16 {
      room += Double(table.bits[length]) * Double(sign: .plus, exponent: -length, significand: 1)
    }
    #expect(room < 1)
    let present = Set(table.values.prefix(count))
    #expect(present.count == count)
    let wanted = isDC ? Set((0...11).map { UInt8($0) }) : Set([0x00, 0xF0, 0x01, 0xF1, 0x0A])
    #expect(present.isSuperset(of: wanted))
  }

  @Test func `what comes up often has a shorter code`() {
    var statistics = HuffmanStatistics(tables: 1)
    var bits = [UInt8](repeating: 0, count: 17)
    bits[1] = 1
    bits[3] = 2
    statistics.add(
      HuffmanCodes.Table(bits: bits, values: [9, 4, 2] + Array(repeating: 0, count: 253)),
      weight: 100, to: 0)
    let table = statistics.table(0, quantization: nil)
    #expect(table.values[0] == 9)
    #expect(table.bits[1] == 1)
  }

  @Test func `coarse steps need fewer symbols`() {
    let statistics = HuffmanStatistics(tables: 1)
    func symbols(_ step: Int) -> Int {
      let table = statistics.table(0, quantization: Array(repeating: step, count: 64))
      return table.bits.dropFirst().reduce(0) { $0 + Int($1) }
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
