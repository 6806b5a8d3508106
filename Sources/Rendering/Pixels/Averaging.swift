extension Raster {
  /// Squares of so many pixels a side become their mean; those that the edge cuts short, the mean
  /// of what they have.
  func averaged(step: Int) -> Raster {
    let columns = (width + step - 1) / step
    let rows = (height + step - 1) / step
    var result = Raster(width: columns, height: rows, hasAlpha: hasAlpha)
    var sums = [SIMD4<UInt32>](repeating: .zero, count: columns)
    for row in 0..<rows {
      let lines = (row * step)..<min(height, (row + 1) * step)
      for column in 0..<columns { sums[column] = .zero }
      for line in lines {
        for column in 0..<columns {
          var sum = SIMD4<UInt32>.zero
          for x in (column * step)..<min(width, (column + 1) * step) {
            let pixel = (line * width + x) * 4
            sum &+= SIMD4(
              UInt32(bytes[pixel]), UInt32(bytes[pixel + 1]), UInt32(bytes[pixel + 2]),
              UInt32(bytes[pixel + 3]))
          }
          sums[column] &+= sum
        }
      }
      for column in 0..<columns {
        let across = min(width, (column + 1) * step) - column * step
        let area = UInt32(truncatingIfNeeded: across * lines.count)
        for channel in 0..<4 {
          result.bytes[(row * columns + column) * 4 + channel] = UInt8(
            truncatingIfNeeded: (sums[column][channel] + area / 2) / area)
        }
      }
    }
    return result
  }
}
