import Testing

@testable import PyramidFile

@Suite struct WrittenPiecesTests {
  private static let length = WrittenPieces.length

  @Test func `pieces end at multiples of their length, and what is left is less`() {
    let bytes = [UInt8](repeating: 7, count: 2 * Self.length)
    var pieces = WrittenPieces(from: 100)
    let full = unsafe pieces.append(bytes.span.bytes)
    #expect(full.map(\.place) == [100, Int64(Self.length)])
    #expect(full.map(\.bytes.count) == [Self.length - 100, Self.length])
    let rest = pieces.rest()
    #expect(rest.place == Int64(2 * Self.length) && rest.bytes.count == 100)
    #expect(pieces.rest().bytes.isEmpty)
  }

  @Test(arguments: [0, 100, length - 1, length, 5 * length])
  func `all that is given is in the pieces, one behind the other`(start: Int) {
    var given: [UInt8] = []
    var written: [UInt8] = []
    var pieces = WrittenPieces(from: Int64(start))
    func take(_ piece: WrittenPieces.Piece) {
      #expect(piece.place == Int64(start + written.count))
      written += piece.bytes
    }
    for count in (0..<60).map({ $0 * 7919 % 40_000 }) {
      let tile = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ given.count) }
      given += tile
      var full = unsafe pieces.append(tile.span.bytes)
      full.reverse()
      while let piece = full.popLast() {
        take(piece)
        pieces.takeBack(piece)
      }
    }
    take(pieces.rest())
    #expect(written == given)
  }
}
