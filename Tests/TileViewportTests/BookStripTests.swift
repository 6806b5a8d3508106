import SeededNumbers
import Testing
import TileViewport

@Suite struct BookStripTests {
  private static func extents(_ sizes: [(Double, Double)], density: Double? = 72) -> PageExtents {
    PageExtents(
      sizes.map { PageExtents.Page(pixels: Size(width: $0.0, height: $0.1), density: density) })
  }

  private static let book = extents([(100, 200), (110, 180), (120, 160), (300, 200)])

  private static func strip(_ direction: ReadingDirection, spacing: Double = 10) -> BookStrip {
    BookStrip(
      book, Spreads(pageCount: 4, pairing: Pairing()) { $0 == 3 }, direction: direction,
      spacing: spacing)
  }

  @Test func `from left to right, pages in the middle of their spread`() {
    let strip = Self.strip(.leftToRight)
    #expect(strip.contentSize == Size(width: 100 + 10 + 230 + 10 + 300, height: 200))
    #expect(strip.frame(ofSpread: 1) == Rect(x: 110, y: 10, width: 230, height: 180))
    #expect(strip.frame(ofPage: 0) == Rect(x: 0, y: 0, width: 100, height: 200))
    #expect(strip.frame(ofPage: 1) == Rect(x: 110, y: 10, width: 110, height: 180))
    #expect(strip.frame(ofPage: 2) == Rect(x: 220, y: 20, width: 120, height: 160))
    #expect(strip.frame(ofPage: 3) == Rect(x: 350, y: 0, width: 300, height: 200))
  }

  @Test func `from right to left the first page is the rightmost`() {
    let strip = Self.strip(.rightToLeft)
    #expect(strip.frame(ofPage: 0) == Rect(x: 550, y: 0, width: 100, height: 200))
    #expect(strip.frame(ofPage: 1) == Rect(x: 430, y: 10, width: 110, height: 180))
    #expect(strip.frame(ofPage: 2) == Rect(x: 310, y: 20, width: 120, height: 160))
    #expect(strip.frame(ofPage: 3) == Rect(x: 0, y: 0, width: 300, height: 200))
  }

  @Test func `spreads of one size lie a stride apart, backwards from the right end`() {
    let extents = Self.extents(Array(repeating: (50, 80), count: 7))
    let spreads = Spreads(pageCount: 7, pairing: Pairing(cover: .paired))
    let strip = BookStrip(
      extents, Spreads(pageCount: 6, pairing: Pairing(cover: .paired)), direction: .rightToLeft)
    for spread in 0..<Int32(3) {
      #expect(strip.frame(ofSpread: spread).x == Double(3 - 1 - spread) * 100)
    }
    #expect(spreads.count == 4)
  }

  @Test func `up and down in one column`() {
    let down = Self.strip(.topToBottom, spacing: 0)
    #expect(down.contentSize == Size(width: 300, height: 200 + 180 + 200))
    #expect(down.frame(ofPage: 0) == Rect(x: 100, y: 0, width: 100, height: 200))
    #expect(down.frame(ofSpread: 2) == Rect(x: 0, y: 380, width: 300, height: 200))
    #expect(Self.strip(.bottomToTop, spacing: 0).frame(ofPage: 0).y == 380)
  }

  @Test func `pages are as large as they say, or all as high as the highest`() {
    let mixed = PageExtents([
      .init(pixels: Size(width: 600, height: 1200), density: 300),
      .init(pixels: Size(width: 400, height: 800), density: 200),
    ])
    #expect(mixed[0] == Size(width: 144, height: 288))
    #expect(mixed[1] == mixed[0])
    for density in [nil, 1, 29.9, 2401, .nan] as [Double?] {
      let unknown = PageExtents([
        .init(pixels: Size(width: 600, height: 1200), density: 300),
        .init(pixels: Size(width: 400, height: 800), density: density),
      ])
      #expect(unknown[0] == Size(width: 600, height: 1200))
      #expect(unknown[1] == Size(width: 600, height: 1200))
      #expect(unknown.scale(of: 1) == 1.5)
    }
  }

  @Test(arguments: ReadingDirection.allCases)
  func `what a part shows is what its frames say`(direction: ReadingDirection) {
    var numbers = SplitMix(seed: 33)
    for _ in 0..<300 {
      let count = Int32.random(in: 1...12, using: &numbers)
      let sizes = (0..<count).map { _ in
        (
          Double(Int.random(in: 10...60, using: &numbers)),
          Double(Int.random(in: 10...60, using: &numbers))
        )
      }
      let strip = BookStrip(
        Self.extents(sizes), Spreads(pageCount: count, pairing: Pairing()),
        direction: direction, spacing: Double(Int.random(in: 0...9, using: &numbers)))
      let content = strip.contentSize
      let part = Rect(
        x: direction.isVertical ? 0 : Double(Int.random(in: -50...400, using: &numbers)) + 0.5,
        y: direction.isVertical ? Double(Int.random(in: -50...400, using: &numbers)) + 0.5 : 0,
        width: direction.isVertical
          ? content.width : Double(Int.random(in: 1...90, using: &numbers)),
        height: direction.isVertical
          ? Double(Int.random(in: 1...90, using: &numbers)) : content.height)
      let shown = (0..<strip.spreads.count).filter { spread in
        let frame = strip.frame(ofSpread: spread)
        return direction.isVertical
          ? frame.y < part.y + part.height && frame.y + frame.height > part.y
          : frame.x < part.x + part.width && frame.x + frame.width > part.x
      }
      #expect(Array(strip.spreads(in: part)) == shown)
    }
  }

  @Test func `tens of thousands of pages are no burden`() {
    let extents = Self.extents(Array(repeating: (100, 140), count: 65_000))
    let strip = BookStrip(extents, Spreads(singlePages: 65_000), direction: .topToBottom)
    #expect(
      strip.spreads(in: Rect(x: 0, y: 140 * 40_000, width: 100, height: 280)) == 40_000..<40_002)
  }
}
