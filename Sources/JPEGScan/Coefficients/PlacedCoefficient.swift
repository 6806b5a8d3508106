/// A coefficient and its place in a block.
struct PlacedCoefficient {
  private let bits: UInt32

  /// - Parameters:
  ///   - place: in zigzag order, up to 255.
  ///   - value: of no more than 24 bits.
  @inline(__always)
  init(place: Int, value: Int32) {
    bits = UInt32(bitPattern: value) &<< 8 | UInt32(truncatingIfNeeded: place)
  }

  var place: Int { Int(bits & 255) }
  var value: Int32 { Int32(bitPattern: bits) &>> 8 }
}
