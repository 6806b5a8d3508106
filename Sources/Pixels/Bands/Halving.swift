/// Halving by exact area average: every pixel of the coarser level is the mean of four.
///
/// A mean of four whole numbers falls on quarters. Always rounding the half up would brighten
/// each level by an eighth of a step; so the half goes up and down by turns, like the squares of a
/// chessboard, and ten levels later the colour is still what it was.
extension PixelBand {
  /// Halves one tile into a quarter of a tile of the next level's band.
  ///
  /// - Parameters:
  ///   - column: which tile of this band.
  ///   - target: the band of the next level.
  ///   - x: where the result starts in the target, in its pixels; even, and so is `y`.
  ///   - y: its row there, in its pixels.
  package func halveTile(column: Int, into target: PixelBand, x: Int, y: Int) {
    precondition(target.layout == layout && target.tileSide == tileSide, "bands differ")
    let half = tileSide / 2
    precondition(x >= 0 && x + half <= target.width && y >= 0 && y + half <= tileSide)
    for index in planes.indices {
      let fine = planes[index]
      let coarse = target.planes[index]
      let side = half >> fine.shift
      var from = unsafe fine.address(x: column * tileSide, y: 0)
      var to = unsafe coarse.address(x: x, y: y)
      for row in 0..<side {
        let below = unsafe from + fine.stride
        switch layout {
        case .gray, .yCbCr: unsafe halveSamples(from, below, to, count: side, odd: row & 1 == 1)
        case .rgbx: unsafe halvePixels(from, below, to, count: side, odd: row & 1 == 1)
        case .rgba: unsafe halveAlpha(from, below, to, count: side, odd: row & 1 == 1)
        }
        unsafe from += 2 * fine.stride
        unsafe to += coarse.stride
      }
    }
  }
}

extension PixelBand {
  /// Halves a pair of rows into one of fewer samples, as libjpeg halves chroma.
  ///
  /// - Parameters:
  ///   - upper: of the two.
  ///   - lower: the one below it.
  ///   - target: where the row goes.
  ///   - count: samples of it; the pair has twice as many.
  package static func halveRows(
    _ upper: UnsafeMutablePointer<UInt8>, _ lower: UnsafeMutablePointer<UInt8>,
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    unsafe halveSamples(upper, lower, target, count: count, odd: false)
  }
}

/// Sixteen bits a lane holds the two neighbours of a row: the sum of the bytes of both rows.
private func halveSamples(
  _ upper: UnsafeMutablePointer<UInt8>, _ lower: UnsafeMutablePointer<UInt8>,
  _ target: UnsafeMutablePointer<UInt8>, count: Int, odd: Bool
) {
  let low = SIMD16<UInt16>(repeating: 0x00FF)
  let bias = checkered(odd: odd)
  let above = UnsafeRawPointer(upper)
  let below = UnsafeRawPointer(lower)
  let output = UnsafeMutableRawPointer(target)
  var index = 0
  while index + 16 <= count {
    let a = unsafe above.loadUnaligned(fromByteOffset: 2 * index, as: SIMD16<UInt16>.self)
    let b = unsafe below.loadUnaligned(fromByteOffset: 2 * index, as: SIMD16<UInt16>.self)
    let sum = (a & low) &+ (a &>> 8) &+ (b & low) &+ (b &>> 8) &+ bias
    let mean = SIMD16<UInt8>(truncatingIfNeeded: sum &>> 2)
    unsafe output.storeBytes(of: mean, toByteOffset: index, as: SIMD16<UInt8>.self)
    index += 16
  }
  while index < count {
    let sum = unsafe Int(upper[2 * index]) + Int(upper[2 * index + 1]) + Int(lower[2 * index])
    let four = unsafe sum + Int(lower[2 * index + 1]) + rounding(index, odd: odd)
    unsafe target[index] = UInt8(truncatingIfNeeded: four >> 2)
    index += 1
  }
}

/// Two pixels of four bytes fill a 64-bit lane; its bytes are summed two by two.
private func halvePixels(
  _ upper: UnsafeMutablePointer<UInt8>, _ lower: UnsafeMutablePointer<UInt8>,
  _ target: UnsafeMutablePointer<UInt8>, count: Int, odd: Bool
) {
  let mask = SIMD4<UInt64>(repeating: 0x00FF_00FF_00FF_00FF)
  let one: UInt64 = 0x0001_0001
  let bias = odd ? SIMD4(2, 1, 2, 1) &* one : SIMD4(1, 2, 1, 2) &* one
  let above = UnsafeRawPointer(upper)
  let below = UnsafeRawPointer(lower)
  let output = UnsafeMutableRawPointer(target)
  var index = 0
  while index + 4 <= count {
    let a = unsafe above.loadUnaligned(fromByteOffset: 8 * index, as: SIMD4<UInt64>.self)
    let b = unsafe below.loadUnaligned(fromByteOffset: 8 * index, as: SIMD4<UInt64>.self)
    let first = (a & mask) &+ (b & mask)
    let second = ((a &>> 8) & mask) &+ ((b &>> 8) & mask)
    let evens = ((first &+ (first &>> 32) &+ bias) &>> 2) & mask
    let odds = ((second &+ (second &>> 32) &+ bias) &>> 2) & mask
    let mean = SIMD4<UInt32>(truncatingIfNeeded: evens | (odds &<< 8))
    unsafe output.storeBytes(of: mean, toByteOffset: 4 * index, as: SIMD4<UInt32>.self)
    index += 4
  }
  while index < count {
    for channel in 0..<4 {
      let sum = unsafe Int(upper[8 * index + channel]) + Int(upper[8 * index + 4 + channel])
      let four = unsafe sum + Int(lower[8 * index + channel]) + Int(lower[8 * index + 4 + channel])
      unsafe target[4 * index + channel] =
        UInt8(truncatingIfNeeded: (four + rounding(index, odd: odd)) >> 2)
    }
    index += 1
  }
}

/// Colour counts as much as it is opaque, so that what lies under clear pixels doesn't bleed out.
private func halveAlpha(
  _ upper: UnsafeMutablePointer<UInt8>, _ lower: UnsafeMutablePointer<UInt8>,
  _ target: UnsafeMutablePointer<UInt8>, count: Int, odd: Bool
) {
  for index in 0..<count {
    let a = unsafe upper + 8 * index
    let b = unsafe lower + 8 * index
    let weights = unsafe SIMD4<UInt32>(UInt32(a[3]), UInt32(a[7]), UInt32(b[3]), UInt32(b[7]))
    let opacity = weights.wrappedSum()
    let clear = opacity == 0
    let share = clear ? SIMD4<UInt32>(repeating: 1) : weights
    let whole = clear ? 4 : opacity
    // The half up or down by turns here too; an odd divisor has no half.
    let bias = (whole + UInt32(rounding(index, odd: odd)) - 2) / 2
    for channel in 0..<3 {
      let colors = unsafe SIMD4<UInt32>(
        UInt32(a[channel]), UInt32(a[channel + 4]), UInt32(b[channel]), UInt32(b[channel + 4]))
      let sum = (colors &* share).wrappedSum()
      unsafe target[4 * index + channel] = UInt8(
        truncatingIfNeeded: (sum + bias) / whole)
    }
    unsafe target[4 * index + 3] =
      UInt8(truncatingIfNeeded: (Int(opacity) + rounding(index, odd: odd)) >> 2)
  }
}

@inline(__always)
private func rounding(_ index: Int, odd: Bool) -> Int { (index & 1 == 1) == odd ? 1 : 2 }

@inline(__always)
private func checkered(odd: Bool) -> SIMD16<UInt16> {
  odd
    ? SIMD16(2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1)
    : SIMD16(1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2)
}
