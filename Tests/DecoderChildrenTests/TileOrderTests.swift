import Pixels
import PyramidFormat
import Testing
import TileGeometry

@testable import DecoderChildren

@Suite struct TileOrderTests {
  private static let forms: [TileForm] = [
    .pixels(shrink: 1), .pixels(shrink: 8), .planes(nil), .planes(.quartered), .planes(.full),
    .corner(width: 1, height: 4096), .proof,
  ]

  @Test(arguments: forms) func `orders arrive as they were sent`(form: TileForm) {
    let order = TileOrder(TileCoding(jpegOf: 512, 256), as: form, tileLength: 12345)
    #expect(TileOrder(words: order.words) == order)
  }

  @Test func `words that are no order are none`() {
    let words = TileOrder(TileCoding(jpegOf: 16, 16), as: .pixels(shrink: 2), tileLength: 1).words
    #expect(TileOrder(words: Array(words.dropLast())) == nil)
    for index in 1..<words.count {
      var others = words
      others[index] = .max
      // A form has numbers that it does not use.
      #expect(TileOrder(words: others) == nil || index == words.count - 1)
    }
  }
}
