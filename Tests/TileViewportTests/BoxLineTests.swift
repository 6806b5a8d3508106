import Testing
import TileViewport

/// Boxes one behind the other, as pages of a book lie.
@Suite struct BoxLineTests {
  private static let sizes = [
    Size(width: 100, height: 200), Size(width: 60, height: 100), Size(width: 80, height: 300),
  ]

  private static func frames(_ direction: ReadingDirection) -> [Rect] {
    var line = BoxLine(direction: direction, spacing: 10)
    let starts = sizes.map { line.append($0) }
    return zip(sizes, starts).map { line.frame(of: $0, from: $1) }
  }

  @Test func `to the right and to the left, in the middle of the highest`() {
    #expect(
      Self.frames(.leftToRight) == [
        Rect(x: 0, y: 50, width: 100, height: 200), Rect(x: 110, y: 100, width: 60, height: 100),
        Rect(x: 180, y: 0, width: 80, height: 300),
      ])
    #expect(
      Self.frames(.rightToLeft) == [
        Rect(x: 160, y: 50, width: 100, height: 200), Rect(x: 90, y: 100, width: 60, height: 100),
        Rect(x: 0, y: 0, width: 80, height: 300),
      ])
  }

  @Test func `down and up, in the middle of the broadest`() {
    #expect(Self.frames(.topToBottom).map(\.origin.y) == [0, 210, 320])
    #expect(Self.frames(.topToBottom).map(\.origin.x) == [0, 20, 10])
    #expect(Self.frames(.bottomToTop).map(\.origin.y) == [420, 310, 0])
  }

  @Test func `all boxes together`() {
    var line = BoxLine(direction: .topToBottom, spacing: 10)
    #expect(line.contentSize == Size(width: 0, height: 0))
    for size in Self.sizes { line.append(size) }
    #expect(line.contentSize == Size(width: 100, height: 620))
  }
}
