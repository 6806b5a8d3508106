import SeededNumbers
import Testing
import TileViewport

@Suite struct SpreadsTests {
  private static func pages(_ spreads: Spreads) -> [[Int32]] {
    (0..<spreads.count).map { Array(spreads[$0].pages) }
  }

  @Test func `seven pages, as books are bound`() {
    func pages(_ pairing: Pairing, unpaired: Set<Int32> = []) -> [[Int32]] {
      Self.pages(Spreads(pageCount: 7, pairing: pairing) { unpaired.contains($0) })
    }
    #expect(pages(Pairing(cover: .alone)) == [[0], [1, 2], [3, 4], [5, 6]])
    #expect(pages(Pairing(cover: .paired)) == [[0, 1], [2, 3], [4, 5], [6]])
    #expect(
      pages(Pairing(cover: .alone, isShifted: true)) == [[0], [1], [2, 3], [4, 5], [6]])
    #expect(pages(Pairing(cover: .paired, isShifted: true)) == [[0], [1, 2], [3, 4], [5, 6]])
    #expect(pages(Pairing(cover: .alone), unpaired: [3]) == [[0], [1, 2], [3], [4, 5], [6]])
    // A page that would face a fold-out stands alone.
    #expect(pages(Pairing(cover: .alone), unpaired: [2]) == [[0], [1], [2], [3, 4], [5, 6]])
    #expect(Self.pages(Spreads(singlePages: 3)) == [[0], [1], [2]])
    #expect(Spreads(pageCount: 0, pairing: Pairing()).count == 0)
  }

  @Test func `every page is in one spread, and is found there`() {
    var numbers = SplitMix(seed: 31)
    for _ in 0..<500 {
      let count = Int32.random(in: 0...40, using: &numbers)
      let unpaired = Set((0..<count).filter { _ in Int.random(in: 0..<5, using: &numbers) == 0 })
      let spreads = Spreads(
        pageCount: count,
        pairing: Pairing(
          cover: Bool.random(using: &numbers) ? .alone : .paired,
          isShifted: Bool.random(using: &numbers))
      ) { unpaired.contains($0) }
      #expect(Self.pages(spreads).flatMap(\.self) == Array(0..<count))
      for number in 0..<spreads.count {
        #expect((1...2).contains(spreads[number].count))
        for page in spreads[number].pages { #expect(spreads.spread(of: page) == number) }
        if spreads[number].count == 2 {
          #expect(spreads[number].pages.allSatisfy { !unpaired.contains($0) })
        }
      }
    }
  }
}
