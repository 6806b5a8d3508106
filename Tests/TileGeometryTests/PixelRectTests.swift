import SeededNumbers
import Testing
import TileGeometry

@Suite struct PixelRectTests {
  private static func pixels(_ rect: PixelRect) -> Set<[Int64]> {
    guard !rect.isEmpty else { return [] }
    return Set((rect.x..<rect.maxX).flatMap { x in (rect.y..<rect.maxY).map { [x, $0] } })
  }

  @Test func `rectangles meet, join and contain as their pixels do`() {
    var numbers = SplitMix(seed: 1)
    for _ in 0..<500 {
      let (one, other) = (Self.any(&numbers), Self.any(&numbers))
      let (ones, others) = (Self.pixels(one), Self.pixels(other))
      #expect(Self.pixels(one.intersection(other)) == ones.intersection(others))
      let union = one.union(other)
      #expect(Self.pixels(union).isSuperset(of: ones.union(others)))
      #expect(union.x == min(one.x, other.x) && union.maxX == max(one.maxX, other.maxX))
      #expect(union.y == min(one.y, other.y) && union.maxY == max(one.maxY, other.maxY))
      #expect(one.contains(other) == ones.isSuperset(of: others))
    }
  }

  private static func any(_ numbers: inout SplitMix) -> PixelRect {
    PixelRect(
      x: Int64(numbers.int(0...6)), y: Int64(numbers.int(0...6)),
      width: Int64(numbers.int(1...6)), height: Int64(numbers.int(1...6)))
  }
}
