import Testing
import TileGeometry

@testable import DecoderChildren

@Suite struct PageOrderTests {
  private static let size = PixelSize(width: 9920, height: 14_032)

  private static func part(_ x: Int64, _ y: Int64, _ width: Int64, _ height: Int64) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
  }

  @Test func `an order is read as it was given`() throws {
    let order = try #require(
      PageOrder(page: 7, size: Self.size, part: Self.part(9216, 13_312, 704, 720)))
    #expect(PageOrder(words: order.words) == order)
    #expect(order.byteCount == 4 * 704 * 720)
    let reading = try #require(PageOrder(reading: 9))
    #expect(PageOrder(words: reading.words) == reading && reading.byteCount == 0)
  }

  @Test(
    arguments: [
      part(0, 0, 1025, 1), part(0, 0, 1, 1025), part(9900, 0, 21, 1), part(-1, 0, 10, 10),
      part(0, 14_032, 1, 1),
    ])
  func `nothing is drawn beyond a page, nor too much at a time`(part: PixelRect) {
    #expect(PageOrder(page: 1, size: Self.size, part: part) == nil)
  }

  @Test func `words that are no order are none`() {
    #expect(PageOrder(words: []) == nil)
    #expect(PageOrder(words: [UInt32](repeating: .max, count: 7)) == nil)
    #expect(PageOrder(words: [0, 10, 10, 0, 0, 5, 5]) == nil)
    #expect(PageOrder(words: [1, 10, 10, 0, 0, 11, 5]) == nil)
    #expect(PageOrder(words: [1, 49_153, 10, 0, 0, 5, 5]) == nil)
    #expect(PageOrder(words: [1, 10, 10, 5, 5, 5, 5]) != nil)
  }
}
