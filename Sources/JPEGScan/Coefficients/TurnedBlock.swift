/// Room for a block that is turned.
@safe
final class TurnedBlock {
  private let swapsAxes: Bool
  /// By place in zigzag order: where a coefficient goes, and -1 where its sign changes, 0 else.
  private let places: UnsafeMutablePointer<UInt8>
  private let signs: UnsafeMutablePointer<Int32>
  private let values: UnsafeMutablePointer<Int32>
  private let block: UnsafeMutablePointer<PlacedCoefficient>

  init(_ turn: BlockTurn) {
    swapsAxes = turn.swapsAxes
    unsafe places = .allocate(capacity: 64)
    unsafe signs = .allocate(capacity: 64)
    unsafe values = .allocate(capacity: 64)
    unsafe values.initialize(repeating: 0, count: 64)
    unsafe block = .allocate(capacity: 64)
    for place in 0..<64 {
      let (target, isNegated) = turn.target(of: place)
      unsafe places[place] = UInt8(target)
      unsafe signs[place] = isNegated ? -1 : 0
    }
  }

  deinit {
    unsafe places.deallocate()
    unsafe signs.deallocate()
    unsafe values.deallocate()
    unsafe block.deallocate()
  }

  /// Turns a block.
  ///
  /// - Parameters:
  ///   - source: its coefficients, in zigzag order.
  ///   - count: how many of them there are.
  /// - Returns: as many, in zigzag order; the next block takes their room.
  func turn(
    _ source: UnsafePointer<PlacedCoefficient>, count: Int
  ) -> UnsafePointer<PlacedCoefficient> {
    if !swapsAxes {
      for index in 0..<count {
        let coefficient = unsafe source[index]
        unsafe block[index] = PlacedCoefficient(
          place: coefficient.place, value: negated(coefficient))
      }
      return unsafe UnsafePointer(block)
    }
    var there: UInt64 = 0
    for index in 0..<count {
      let coefficient = unsafe source[index]
      let target = Int(unsafe places[coefficient.place])
      unsafe values[target] = negated(coefficient)
      there |= 1 &<< UInt64(truncatingIfNeeded: target)
    }
    var next = 0
    while there != 0 {
      let place = there.trailingZeroBitCount
      unsafe block[next] = PlacedCoefficient(place: place, value: values[place])
      next &+= 1
      there &= there &- 1
    }
    return unsafe UnsafePointer(block)
  }

  @inline(__always)
  private func negated(_ coefficient: PlacedCoefficient) -> Int32 {
    let sign = unsafe signs[coefficient.place]
    return (coefficient.value ^ sign) &- sign
  }
}
