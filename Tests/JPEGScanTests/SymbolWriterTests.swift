import SeededNumbers
import Testing

@testable import JPEGScan

/// Coefficients that are written by what was put together for small ones.
@Suite struct SymbolWriterTests {
  private struct Value {
    let value: Int32
    let zeros: Int
    let table: Int
  }

  private static func codes(isComplete: Bool) throws -> TileCodes {
    var numbers = SplitMix(seed: 5)
    let picture = ScanTests.picture(
      &numbers, width: 32, height: 32, across: 2, down: 2, count: 3)
    let file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .flat(ScanTests.coefficientSymbols))
    guard case .header(let header) = try ScanHeader.read(file) else {
      throw ScanIrregular("more is wanted")
    }
    let steps = header.components.map { _ in [UInt16](repeating: isComplete ? 1 : 100, count: 64) }
    let plan = CoefficientPlan(
      header, turn: .none, steps: steps, tileSide: 32, quartersChroma: false)
    return TileCodes(HuffmanStatistics(tables: 4), plan, isComplete: isComplete)
  }

  private static func bytes(_ count: Int, _ write: (inout BitWriter) -> Void) -> [UInt8] {
    let stream = TileScan()
    unsafe stream.make(head: [], bitBound: count * 26, write: write)
    var found: [UInt8] = []
    stream.show { bytes in for index in bytes.indices { found.append(bytes[index]) } }
    return found
  }

  /// The values of a seed, small ones and large ones, of luma and chroma behind each other.
  private static func values(_ seed: Int) -> [Value] {
    var numbers = SplitMix(seed: UInt64(seed))
    return (0..<2000).map { _ in
      let bound = [1, 3, 31, 32, 33, 1023][numbers.int(0...5)]
      return Value(
        value: Int32(numbers.int(-bound...bound)), zeros: numbers.int(0...15),
        table: [1, 3][numbers.int(0...1)])
    }
  }

  @Test(arguments: 1...20)
  func `a number is its word and the bits behind it, be it small or large`(seed: Int) throws {
    let codes = try Self.codes(isComplete: true)
    // None is zero: such a coefficient has no symbol.
    let values = Self.values(seed).filter { $0.value != 0 }
    let wanted = unsafe Self.bytes(values.count) { bits in
      for value in values {
        let (behind, count) = extra(value.value)
        let entry = codes.words[value.table * 256 + (value.zeros << 4 | count)]
        #expect(entry & 255 > 0)
        unsafe bits.put(UInt64(entry >> 8), bits: Int(entry & 255))
        unsafe bits.put(behind, bits: count)
      }
    }
    let found = unsafe Self.bytes(values.count) { bits in
      unsafe codes.withEntries { words, small in
        var writer = unsafe SymbolWriter(words, small: small, bits)
        for value in values {
          unsafe writer.takeValue(value.value, after: value.zeros, of: value.table)
        }
        #expect(unsafe !writer.lacksWord)
        unsafe bits = unsafe writer.bits
      }
    }
    #expect(found == wanted)
  }

  @Test func `each number that has no word is told`() throws {
    let codes = try Self.codes(isComplete: false)
    var lacking = 0
    for value in Int32(-1023)...1023 where value != 0 {
      for table in [1, 3] {
        let symbol = 15 << 4 | extra(value).count
        let hasWord = codes.words[table * 256 + symbol] & 255 > 0
        lacking += hasWord ? 0 : 1
        _ = unsafe Self.bytes(2) { bits in
          unsafe codes.withEntries { words, small in
            var writer = unsafe SymbolWriter(words, small: small, bits)
            unsafe writer.takeValue(value, after: 15, of: table)
            // What comes later does not hide it.
            unsafe writer.takeValue(1, after: 0, of: table)
            #expect(unsafe writer.lacksWord == !hasWord)
          }
        }
      }
    }
    #expect(lacking > 0 && lacking < 4 * 1023)
  }
}
