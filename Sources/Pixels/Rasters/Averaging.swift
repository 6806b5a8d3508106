extension Raster {
  /// Blocks of so many pixels become their mean; those that the edge cuts short, the mean of what
  /// they have.
  package func averaged(across: Int, down: Int) -> Raster {
    let columns = (width + across - 1) / across
    let rows = (height + down - 1) / down
    var result = Raster(width: columns, height: rows, channels: channels, hasAlpha: hasAlpha)
    var sums = [UInt32](repeating: 0, count: columns * channels)
    for row in 0..<rows {
      let lines = (row * down)..<min(height, (row + 1) * down)
      for index in sums.indices { sums[index] = 0 }
      for line in lines { add(line, blocksOf: across, to: &sums) }
      for column in 0..<columns {
        let inside = min(width, (column + 1) * across) - column * across
        let area = UInt32(truncatingIfNeeded: inside * lines.count)
        for sample in (column * channels)..<((column + 1) * channels) {
          result.bytes[row * columns * channels + sample] = UInt8(
            truncatingIfNeeded: (sums[sample] + area / 2) / area)
        }
      }
    }
    return result
  }

  /// Adds the pixels of a row to the sums of their blocks.
  private func add(_ row: Int, blocksOf across: Int, to sums: inout [UInt32]) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        guard let bytes = bytes.baseAddress, let sums = sums.baseAddress else { return }
        var pixel = unsafe bytes + row * width * channels
        var sum = unsafe sums
        var left = width
        while left > 0 {
          for _ in 0..<min(left, across) {
            for channel in 0..<channels { unsafe sum[channel] &+= UInt32(pixel[channel]) }
            unsafe pixel += channels
          }
          unsafe sum += channels
          left -= across
        }
      }
    }
  }
}
