/// A rectangle of a raster's pixels; its ends may lie inside of pixels.
struct SampledRect {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}

extension Raster {
  /// The part inside a rectangle, scaled to a size.
  ///
  /// Rows are made first, then columns. Samples are held as their difference to 128 in 16 bits:
  /// eight of them fit an instruction, and the sum of a Lanczos kernel can't overflow.
  ///
  /// `isCancelled`: asked between rows; the answer is nil once it says yes.
  func resampled(
    _ rect: SampledRect, width columns: Int, height rows: Int, isCancelled: () -> Bool
  ) -> Raster? {
    let across = Kernel(source: width, start: rect.x, length: rect.width, count: columns)
    let down = Kernel(source: height, start: rect.y, length: rect.height, count: rows)
    var result = Raster(width: columns, height: rows, hasAlpha: hasAlpha)
    // Columns that no output pixel needs are left out of the first pass.
    let firstColumn = across.starts.min() ?? 0
    let endColumn = (across.starts.max() ?? 0) + across.taps
    let samples = (endColumn - firstColumn) * 4
    // Room for whole vectors at the end.
    var line = [Int16](repeating: 0, count: samples + 16)
    for row in 0..<rows {
      if row & 31 == 0, isCancelled() { return nil }
      mixRows(
        down.starts[row], down.weights[(row * down.taps)..<((row + 1) * down.taps)],
        from: firstColumn * 4, count: samples, into: &line)
      Self.mixColumns(
        line, across, firstColumn: firstColumn, into: &result.bytes, at: row * columns * 4)
    }
    return result
  }

  /// One row of differences to 128 from the rows of a kernel.
  private func mixRows(
    _ first: Int, _ weights: ArraySlice<Int16>, from start: Int, count: Int,
    into line: inout [Int16]
  ) {
    let stride = width * 4
    unsafe bytes.withUnsafeBytes { source in
      unsafe line.withUnsafeMutableBytes { line in
        unsafe weights.withUnsafeBufferPointer { weights in
          guard let base = source.baseAddress, let out = line.baseAddress else { return }
          var index = 0
          while index + 16 <= count {
            var sum = SIMD16<Int16>(repeating: Kernel.one / 2)
            for tap in 0..<weights.count {
              let weight = unsafe weights[tap]
              let pixels = unsafe (base + (first + tap) * stride + start + index).loadUnaligned(
                as: SIMD16<UInt8>.self)
              let centred = SIMD16<Int16>(truncatingIfNeeded: pixels) &- 128
              sum &+= centred &* SIMD16(repeating: weight)
            }
            let mean = (sum &>> 7).clamped(
              lowerBound: SIMD16(repeating: -128), upperBound: SIMD16(repeating: 127))
            unsafe out.storeBytes(of: mean, toByteOffset: index * 2, as: SIMD16<Int16>.self)
            index += 16
          }
          while index < count {
            var sum = Int32(Kernel.one / 2)
            for tap in 0..<weights.count {
              let pixel = unsafe base.load(
                fromByteOffset: (first + tap) * stride + start + index, as: UInt8.self)
              sum += (Int32(pixel) - 128) * Int32(unsafe weights[tap])
            }
            let mean = Int16(truncatingIfNeeded: max(-128, min(127, sum >> 7)))
            unsafe out.storeBytes(of: mean, toByteOffset: index * 2, as: Int16.self)
            index += 1
          }
        }
      }
    }
  }

  /// One row of output pixels from a row of differences to 128.
  private static func mixColumns(
    _ line: [Int16], _ kernel: Kernel, firstColumn: Int, into bytes: inout [UInt8], at offset: Int
  ) {
    unsafe line.withUnsafeBytes { line in
      unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe kernel.weights.withUnsafeBufferPointer { weights in
          unsafe kernel.starts.withUnsafeBufferPointer { starts in
            guard let samples = line.baseAddress, let out = bytes.baseAddress else { return }
            let taps = kernel.taps
            for column in 0..<starts.count {
              var pixel = unsafe samples + (starts[column] - firstColumn) * 8
              var sum = SIMD4<Int16>(repeating: Kernel.one / 2)
              for tap in (column * taps)..<((column + 1) * taps) {
                let four = unsafe pixel.loadUnaligned(as: SIMD4<Int16>.self)
                sum &+= unsafe four &* SIMD4(repeating: weights[tap])
                unsafe pixel += 8
              }
              let mean = (sum &>> 7).clamped(
                lowerBound: SIMD4(repeating: -128), upperBound: SIMD4(repeating: 127))
              unsafe out.storeBytes(
                of: SIMD4<UInt8>(truncatingIfNeeded: mean &+ 128),
                toByteOffset: offset + column * 4, as: SIMD4<UInt8>.self)
            }
          }
        }
      }
    }
  }
}
