/// A picture whose colors are told once, and again by where they are kept: of a few hundred colors most
/// still are when they come again.
struct KeptColors {
  static let bits = 10

  /// How each piece that is a pixel is told: by where its color is kept, or nil by the color itself.
  let places: [UInt16?]
  let pieces: [Repetitions.Piece]

  /// - Parameters:
  ///   - picture: all of it.
  ///   - pieces: of its numbers.
  init(_ picture: NumberedColors, _ pieces: [Repetitions.Piece]) {
    self.pieces = pieces
    var kept = [UInt32](repeating: 0, count: 1 << Self.bits)
    var places: [UInt16?] = []
    places.reserveCapacity(pieces.count)
    let slots = picture.colors.map { Int(($0 &* 0x1E35_A7BD) >> UInt32(32 - Self.bits)) }
    var index = 0
    for piece in pieces {
      guard piece.distance > 0 else {
        let number = Int(piece.value)
        let (color, slot) = (picture.colors[number], slots[number])
        places.append(kept[slot] == color ? UInt16(slot) : nil)
        kept[slot] = color
        index += 1
        continue
      }
      // All that are repeated are kept, too.
      places.append(nil)
      var last: UInt16?
      for number in picture.numbers[index..<index + Int(piece.value)] where number != last {
        kept[slots[Int(number)]] = picture.colors[Int(number)]
        last = number
      }
      index += Int(piece.value)
    }
    self.places = places
  }
}
