/// Colors of a picture that are told once, and again by where they are kept: of a few hundred most still are
/// when they come again.
struct KeptColors {
  static let bits = 10
  /// The distance of a piece that is a pixel whose color is kept: its value is where.
  static let kept: Int32 = -1

  /// Has pixels whose color is kept told by that.
  ///
  /// - Parameters:
  ///   - pieces: of the picture's numbers.
  ///   - picture: all of it.
  ///   - colors: its colors.
  static func find(
    in pieces: UnsafeMutableBufferPointer<Repetitions.Piece>, of picture: NumberedColors,
    _ colors: [UInt32]
  ) {
    let slots = colors.map { UInt16(($0 &* 0x1E35_A7BD) >> UInt32(32 - bits)) }
    // Numbers from 1; 0 where nothing is kept.
    var kept = [UInt16](repeating: 0, count: 1 << bits)
    unsafe slots.withUnsafeBufferPointer { slots in
      unsafe kept.withUnsafeMutableBufferPointer { kept in
        var place = 0
        for index in pieces.indices {
          let piece = unsafe pieces[index]
          guard piece.distance > 0 else {
            let slot = Int(unsafe slots[Int(piece.value)])
            let number = UInt16(truncatingIfNeeded: piece.value &+ 1)
            if unsafe kept[slot] == number {
              unsafe pieces[index] = Repetitions.Piece(distance: Self.kept, value: Int32(slot))
            } else {
              unsafe kept[slot] = number
            }
            place &+= 1
            continue
          }
          // All that are repeated are kept, too: what is one color is that already.
          let end = place &+ Int(piece.value)
          if piece.distance > 1 {
            unsafe keep(picture.numbers, from: place, to: end, slots, kept)
          }
          place = end
        }
      }
    }
  }

  @inline(__always)
  private static func keep(
    _ numbers: UnsafeMutablePointer<UInt16>, from first: Int, to end: Int,
    _ slots: UnsafeBufferPointer<UInt16>, _ kept: UnsafeMutableBufferPointer<UInt16>
  ) {
    let raw = UnsafeRawPointer(numbers)
    func four(_ place: Int) -> UInt64 {
      unsafe raw.loadUnaligned(fromByteOffset: 2 &* place, as: UInt64.self)
    }
    var place = first
    while place < end {
      let number = unsafe numbers[place]
      unsafe kept[Int(slots[Int(number)])] = number &+ 1
      place &+= 1
      let same = UInt64(number) &* 0x0001_0001_0001_0001
      while place &+ 4 <= end, four(place) == same { place &+= 4 }
    }
  }
}
