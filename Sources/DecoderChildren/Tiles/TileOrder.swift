package import Pixels
package import PyramidFormat

/// What a decoder of tiles is asked.
package struct TileOrder: Equatable, Sendable {
  package let coding: TileCoding
  package let form: TileForm
  /// How many bytes the tile has.
  package let tileLength: Int

  package init(_ coding: TileCoding, as form: TileForm, tileLength: Int) {
    self.coding = coding
    self.form = form
    self.tileLength = tileLength
  }

  /// Bytes of what is asked for; of a stream at most as many.
  package var outputLength: Int {
    min(form.byteCount(ofTile: coding.width, coding.height), TileRing.largestRoom)
  }

  /// Room that the tile, and what is made of it, each need; nil where they need too much.
  var room: Int? {
    let output = form.byteCount(ofTile: coding.width, coding.height)
    if case .corner = form {} else if output > TileRing.largestRoom { return nil }
    guard tileLength <= TileRing.largestRoom else { return nil }
    return max(tileLength, outputLength)
  }
}

extension TileOrder {
  static let wordCount = 1 + TileCoding.wordCount + TileForm.wordCount

  var words: [UInt32] { [UInt32(tileLength)] + coding.words + form.words }

  /// Nil for what is no order.
  ///
  /// - Parameter words: what ``words`` are.
  init?(words: [UInt32]) {
    guard words.count == Self.wordCount else { return nil }
    let formStart = 1 + TileCoding.wordCount
    guard let coding = TileCoding(words: words[1..<formStart]),
      let form = TileForm(words: words[formStart...])
    else { return nil }
    self.init(coding, as: form, tileLength: Int(words[0]))
  }
}
