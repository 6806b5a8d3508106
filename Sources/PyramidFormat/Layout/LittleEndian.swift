func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  var rest = number
  return (0..<Number.bitWidth / 8).map { _ in
    defer { rest = Number.bitWidth > 8 ? rest >> 8 : 0 }
    return UInt8(truncatingIfNeeded: rest)
  }
}

extension [UInt8] {
  /// Writes a number as little-endian bytes.
  ///
  /// - Parameters:
  ///   - number: of any width.
  ///   - place: where its lowest byte goes; all its bytes must have room.
  @inlinable
  package mutating func store<Number: FixedWidthInteger>(_ number: Number, at place: Int) {
    for index in 0..<Number.bitWidth / 8 {
      self[place + index] = UInt8(truncatingIfNeeded: number >> Number(index * 8))
    }
  }
}
