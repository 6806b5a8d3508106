import Testing

@testable import JPEGScan

/// Tiles need words for differences that their source never had.
@Suite struct DifferenceCodeTests {
  private static func specification(_ code: NaiveJPEG.Code) throws -> HuffmanSpecification {
    try HuffmanSpecification(counts: code.counts, symbols: code.symbols)
  }

  private static func hasRoom(_ completed: HuffmanSpecification) -> Bool {
    // Words of ones alone are nobody's, so that the sum stays below the whole.
    let sum = completed.counts.enumerated().reduce(0) { $0 + Int($1.element) << (15 - $1.offset) }
    return sum < 1 << 16
  }

  @Test(arguments: [false, true])
  func `every set of differences gets words for all others, and keeps its own`(
    isSteep: Bool
  ) throws {
    for set in 1..<1 << 12 {
      let symbols = (0..<12).filter { set >> $0 & 1 == 1 }.map { UInt8($0) }
      let code = try Self.specification(isSteep ? .steep(symbols) : .flat(symbols))
      let completed = try code.completedForDifferences()
      let (before, after) = (code.words, completed.words)
      for symbol in 0..<12 {
        #expect(after[symbol].length > 0)
        if symbols.contains(UInt8(symbol)) { #expect(after[symbol] == before[symbol]) }
      }
      #expect(Self.hasRoom(completed))
      guard set % 97 == 0 else { continue }
      // Words that begin as another one does can't be told from it.
      for one in 0..<12 {
        for other in 0..<12 where one != other && after[one].length <= after[other].length {
          let beginning = after[other].word >> UInt32(after[other].length - after[one].length)
          #expect(beginning != after[one].word)
        }
      }
    }
  }

  @Test func `a code without room for them is irregular`() throws {
    // All words of sixteen bits are taken but the one of ones.
    var counts = [UInt8](repeating: 1, count: 16)
    counts[15] = 1
    let code = try HuffmanSpecification(counts: counts, symbols: (20..<36).map { UInt8($0) })
    #expect(throws: ScanIrregular.self) { try code.completedForDifferences() }
  }

  @Test func `coefficients without an end of block make no tiles`() throws {
    var picture = NaiveJPEG(
      width: 16, height: 16, restart: 0,
      components: [NaiveJPEG.Component(across: 1, down: 1, columns: 2, blocks: [])],
      steps: [[Int](repeating: 1, count: 64)])
    picture.components[0].blocks = Array(
      repeating: [3] + [Int](repeating: 1, count: 63), count: 4)
    let dc = NaiveJPEG.Code.flat((0...11).map { UInt8($0) })
    let whole = picture.file(dc: dc, ac: .flat([0, 1]))
    #expect(try ScanTests.tiles(whole, side: 16).count == 1)
    let endless = picture.file(dc: dc, ac: .flat([1, 2]))
    #expect(throws: ScanIrregular.self) { try ScanTests.tiles(endless, side: 16) }
  }
}
